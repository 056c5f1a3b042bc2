import { whyNotExplained } from '#features/authorizations/explains.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import {
  eobrActions,
  eobrCodesOf,
  eobrContactMethods,
  eobrPaymentBases,
  eobrRule,
  eobrRules,
  type EobrCode,
} from '#reference/eobr.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { jurisdictionOf, jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'

/** The values of a list by its name in any case; undefined when there is no such list. */
export function listOf(name: string, jurisState: string | undefined): readonly EobrCode[] | undefined {
  switch (name.trim().toUpperCase()) {
    case 'REASON':
      return eobrCodesOf(jurisState?.toUpperCase())
    case 'ACTION':
      return eobrActions
    case 'PAYMENT_BASIS':
      return eobrPaymentBases
    case 'CONTACT_METHOD':
      return eobrContactMethods
    default:
      return undefined
  }
}

type StateRule = {
  jurisState: string
  name: string
  eobrRequired: boolean
  codeSet: string
  appealText: string
  dueDays: number
}

/** The rule of a state on a day, also where none is known; undefined for what is no state. */
export function stateRule(code: string, now: string): StateRule | undefined {
  const state = jurisdictionOf(code.toUpperCase())
  if (!state) return undefined
  const rule = eobrRule(state.code)
  return {
    jurisState: state.code,
    name: state.name,
    eobrRequired: rule !== undefined,
    codeSet: rule?.codeSet ?? 'GENERIC',
    appealText: rule?.appealText ?? '',
    dueDays: packFor(state.code, 'retrospective', now).amount,
  }
}
/** The rules of all jurisdictions, by code. */
export const everyStateRule = (now: string): StateRule[] => jurisdictions.map(({ code }) => stateRule(code, now)!)
/** The states whose bills need an explanation. */
export const requiredIn = (): string[] => eobrRules.map(({ state }) => state).sort()

/** Why an explanation may not be kept. */
export function whyNotNote(
  person: Person,
  about: { jurisState: string; eobrEnabled: boolean },
  input: { jurisState: string; eobrCodes: readonly string[]; action: string; note: string },
): Why<'FEATURE_OFF' | 'UPDATE_BLOCKED' | 'VALIDATION'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!about.eobrEnabled)
    return { code: 'FEATURE_OFF', message: 'Explanations of bill review are switched off for this carrier.' }
  if (input.jurisState.toUpperCase() !== about.jurisState)
    return { code: 'VALIDATION', message: `The claim is under ${about.jurisState}.`, field: 'jurisState' }
  const known = eobrCodesOf(about.jurisState)
  if (input.eobrCodes.some((code) => !known.some((one) => one.code === code)))
    return { code: 'VALIDATION', message: `Choose codes of the list of ${about.jurisState}.`, field: 'eobrCodes' }
  if (new Set(input.eobrCodes).size < input.eobrCodes.length)
    return { code: 'VALIDATION', message: 'Choose each code once.', field: 'eobrCodes' }
  const message =
    input.action === 'PAY' ? undefined : whyNotExplained(input.note, 'Enter why the bill is not paid as billed.')
  return message === undefined ? undefined : { code: 'VALIDATION', message, field: 'note' }
}
