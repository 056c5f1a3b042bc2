import { patientAddress } from '#features/claims/patient-address.ts'
import { drugAddress } from '#features/drugs/address.ts'
import { drugs } from '#features/drugs/contract.ts'
import { patients } from '#features/patients/contract.ts'
import { rejectCodes } from '#features/reject-codes/contract.ts'
import { helpAddress } from '#features/reject-codes/help-address.ts'
import { helpFor } from '#features/reject-codes/matching.ts'
import { savedViews } from '#features/saved-views/contract.ts'
import { queueAddress, queuesOf } from '#features/worklist/queues.ts'
import { usePreferences } from '#platform/browser/preferences.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { iconAppearance, iconArrowRight, iconInfo, iconTable, iconPill, iconUser } from '#platform/ui/display/icons.ts'
import { useShownHints } from '#platform/ui/keys/hints.ts'
import { useAppearanceItems } from '#platform/ui/overlay/use-appearance-items.ts'

/** A line of the palette: what it is, and what choosing it does. */
export type Line = {
  group:
    | 'People'
    | 'Patients and claims'
    | 'Requests'
    | 'Drugs'
    | 'Help'
    | 'On this page'
    | 'Recently viewed'
    | 'Views'
    | 'Screens'
    | 'Actions'
    | 'Settings'
  label: string
  detail?: string | undefined
  icon: string
  keys?: readonly string[] | undefined
  run: () => void
}
type Close = (then: () => void) => void
type Open = (address: string) => void

const MOST_OF_A_KIND = 5
const LEAST_OF_A_WORD = 3
/** Packages read of a drug, of which each name is shown once. */
const MOST_PACKAGES = 50

/** What the open page does by single keys, as its status bar says them: choosing one presses its key. */
export function usePageLines(close: Close): Line[] {
  const hints = useShownHints()
  const { singleKeys } = usePreferences()
  if (!singleKeys) return []
  return hints.flatMap(({ keys, does }) => {
    const [key] = keys
    if (keys.length !== 1 || !/^[A-Z]$/.test(key!)) return []
    const press = () =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: key!.toLowerCase(), bubbles: true, cancelable: true }),
      )
    // The page has its keys again once the palette is gone.
    return [
      { group: 'On this page', label: does, icon: iconArrowRight, keys, run: () => close(() => setTimeout(press)) },
    ]
  })
}

/** The usual views of the list, the queues of this user, and the views that were saved or shared. */
export function useViewLines(open: Open): Line[] {
  const { person } = useUser()
  const saved = useRead(savedViews.list, {})
  const line = (label: string, address: string, detail?: string): Line => ({
    group: 'Views',
    label,
    detail,
    icon: iconTable,
    run: () => open(address),
  })
  return [
    ...queuesOf(person).map((queue) => line(queue.label, queueAddress(queue))),
    ...usual.map(([view, label]) => line(label, `/authorizations?view=${view}`)),
    ...(saved.data?.content ?? []).map(({ name, address, mine, madeBy }) =>
      line(name, `/authorizations?${address}`, mine ? 'Your view' : `Shared by ${madeBy}`),
    ),
  ]
}
const usual = [
  ['mine', 'My pending'],
  ['escalated', 'Escalated'],
  ['waiting', 'Waiting on prescriber'],
  ['pharmacist', 'Waiting on pharmacist'],
  ['snoozed', 'Snoozed'],
  ['all', 'All pending'],
  ['completed', 'Completed'],
] as const

/** Theme, density and single keys: each choice that is not the present one. */
export function useSettingLines(close: Close): Line[] {
  return useAppearanceItems().flatMap((item): Line[] => {
    const line = (label: string, run: () => void): Line => ({
      group: 'Settings',
      label,
      icon: iconAppearance,
      run: () => close(run),
    })
    if (item.kind === 'check') return [line(`${item.label} ${item.checked ? 'off' : 'on'}`, item.onSelect)]
    if (item.kind !== 'choice') return []
    return item.options
      .filter(({ value }) => value !== item.value)
      .map(({ value, label }) => line(`${item.label}: ${label.toLowerCase()}`, () => item.onChange(value)))
  })
}

/** The patients viewed last. */
export function useRecentLines(open: Open): Line[] {
  const { carrier, person } = useUser()
  const found = useRead(patients.recent, { id: person.id, masterCarrier: carrier.code })
  return (found.data ?? []).slice(0, MOST_OF_A_KIND).map((one) => ({
    group: 'Recently viewed',
    label: `${one.claimantFirstName} ${one.claimantLastName}`,
    detail: `Born ${usDate(one.dob)} · Claim ${one.customerClaimNumber} · ${one.subCarrier}`,
    icon: iconUser,
    run: () => open(patientAddress(one)),
  }))
}

/** The drugs with this name, each strength once. */
export function useDrugLines(name: string, off: boolean, open: Open): Line[] {
  const found = useRead(
    drugs.search,
    { drugSearchKey: 'NAME', drugSearchVal: name, page: 0, size: MOST_PACKAGES },
    { off },
  )
  if (off) return []
  const each = new Map((found.data?.content ?? []).map((one) => [`${one.name} ${one.strength} ${one.form}`, one]))
  return [...each.values()].slice(0, MOST_OF_A_KIND).map((one) => ({
    group: 'Drugs',
    label: one.name,
    detail: [one.genericName, one.strength, one.form].filter(Boolean).join(' '),
    icon: iconPill,
    run: () => open(drugAddress(one.name)),
  }))
}

/** Reject codes and terms that Help explains. A code is known by its two letters or digits, a word by three letters. */
export function useHelpLines(typed: string, off: boolean, open: Open): Line[] {
  const asked = useRead(rejectCodes.all, {}, { off })
  if (off) return []
  const found = helpFor(typed, asked.data ?? [], [])
  const is = (code: string) => code.toLowerCase() === typed.toLowerCase()
  const line = (label: string, detail: string, words: string): Line => ({
    group: 'Help',
    label,
    detail,
    icon: iconInfo,
    run: () => open(helpAddress(words)),
  })
  const isWord = typed.length >= LEAST_OF_A_WORD
  return [
    ...found.codes
      .filter(({ rejectCode }) => isWord || is(rejectCode))
      .toSorted((a, b) => Number(is(b.rejectCode)) - Number(is(a.rejectCode)))
      .map((one) => line(`Reject ${one.rejectCode}: ${one.description}`, one.fixHint, one.rejectCode)),
    ...(isWord ? found.terms : []).map(({ term, means }) => line(term, means, term)),
  ].slice(0, MOST_OF_A_KIND)
}
