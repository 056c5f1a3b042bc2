import { explains } from '#features/authorizations/explains.ts'
import { decisionWords, drugIn, type LetterLanguage } from './decision-words.ts'

// The content a state requires of a notice (NoticeDuty.content of the rule packs), from the facts of the decision.

/** Whether the claim and its conditions are accepted. */
type Disputes = {
  /** Compensability of the claim: ACCEPTED, PARTIAL, PENDING, CONTROVERTED, DENIED and so on. */
  compensability: string
  /** Conditions that were denied, and those still pending, as the claim names them. */
  denied: readonly string[]
  undecided: readonly string[]
}

/** The facts of a notice. Days are 'YYYY-MM-DD'. */
export type NoticeFacts = {
  reason: string
  /** The note of the user who decided. */
  note: string
  phone: string
  /** The state authority. */
  regulator: string
  /** Set for an approval only. */
  approved: {
    drug: string
    /** Limits per fill. */
    quantity: number
    daysSupply: number
    maxFills: number | null
    startDate: string | null
    endDate: string | null
    approvalNumber: string | null
    disputes: Disputes
  } | null
}

/** One item: its name and its text; undefined where it does not apply to the decision. */
type Item = Readonly<Record<LetterLanguage, { name: string; says: (facts: NoticeFacts) => string | undefined }>>
const figure = (value: number): string => String(Math.round(value * 1000) / 1000)

const ofApproval =
  (says: (approved: NonNullable<NoticeFacts['approved']>) => string) =>
  ({ approved }: NoticeFacts): string | undefined =>
    approved === null ? undefined : says(approved)

const period = (language: LetterLanguage, none: string) =>
  ofApproval(({ startDate, endDate }) => {
    const { day, span } = decisionWords[language]
    return startDate && endDate ? span(day(startDate), day(endDate)) : none
  })

const disputed = (
  { compensability, denied, undecided }: Disputes,
  words: {
    claim: Readonly<Record<string, string>>
    denied: (names: string) => string
    undecided: (names: string) => string
    none: string
  },
): string => {
  const of = words.claim[compensability]
  const all = [
    ...(of === undefined ? [] : [of]),
    ...(denied.length > 0 ? [words.denied(denied.join('; '))] : []),
    ...(undecided.length > 0 ? [words.undecided(undecided.join('; '))] : []),
  ]
  return all.length === 0 ? words.none : `${all.join('. ')}.`
}

const items: Readonly<Record<string, Item>> = {
  'the drug that is approved': {
    en: { name: 'Approved care', says: ofApproval(({ drug }) => drug) },
    es: { name: 'Atención aprobada', says: ofApproval(({ drug }) => drugIn.es(drug)) },
  },
  'its amount': {
    en: {
      name: 'Amount',
      says: ofApproval(
        ({ quantity, daysSupply, maxFills }) =>
          `${figure(quantity)} for ${daysSupply} ${daysSupply === 1 ? 'day' : 'days'} in one fill${maxFills === null ? '' : `, ${decisionWords.en.fillsAtMost(maxFills)}`}`,
      ),
    },
    es: {
      name: 'Cantidad',
      says: ofApproval(
        ({ quantity, daysSupply, maxFills }) =>
          `${figure(quantity)} para ${daysSupply} ${daysSupply === 1 ? 'día' : 'días'} en cada surtido${maxFills === null ? '' : `, ${decisionWords.es.fillsAtMost(maxFills)}`}`,
      ),
    },
  },
  'the period it is approved for': {
    en: { name: 'Period', says: period('en', 'this fill') },
    es: { name: 'Período', says: period('es', 'este surtido') },
  },
  'disputes about compensability or relatedness that are open': {
    en: {
      name: 'Open disputes',
      says: ofApproval(({ disputes }) =>
        disputed(disputes, {
          claim: {
            DENIED: 'Coverage of the claim is disputed: the claim was denied',
            CONTROVERTED: 'Coverage of the claim is disputed',
            PENDING: 'Coverage of the claim has not been decided',
            PARTIAL: 'The claim is accepted in part',
          },
          denied: (names) => `Not accepted as part of the injury: ${names}`,
          undecided: (names) => `Not decided yet: ${names}`,
          none: 'No known disputes about coverage of the injury or its extent.',
        }),
      ),
    },
    es: {
      name: 'Disputas abiertas',
      says: ofApproval(({ disputes }) =>
        disputed(disputes, {
          claim: {
            DENIED: 'Está en disputa si el reclamo está cubierto: fue negado',
            CONTROVERTED: 'Está en disputa si el reclamo está cubierto',
            PENDING: 'Todavía no se ha decidido si el reclamo está cubierto',
            PARTIAL: 'El reclamo está aceptado en parte',
          },
          denied: (names) => `No aceptado como parte de la lesión (en inglés): ${names}`,
          undecided: (names) => `Sin decidir todavía (en inglés): ${names}`,
          none: 'No conocemos ninguna sobre si la lesión está cubierta o qué pertenece a ella.',
        }),
      ),
    },
  },
  'the approval number': {
    en: { name: 'Approval number', says: ({ approved }) => approved?.approvalNumber ?? undefined },
    es: { name: 'Número de aprobación', says: ({ approved }) => approved?.approvalNumber ?? undefined },
  },
  'the medical reason': {
    en: { name: 'Medical reason', says: ({ note, reason }) => (explains(note) ? note.trim() : reason) },
    es: { name: 'Motivo médico (en inglés)', says: ({ note, reason }) => (explains(note) ? note.trim() : reason) },
  },
  // The state's own form; not part of the product.
  'the appeal form': {
    en: {
      name: 'Appeal form',
      says: ({ regulator, phone }) => `Use the form of the ${regulator}; ask us for it: ${phone}.`,
    },
    es: {
      name: 'Formulario de apelación',
      says: ({ regulator, phone }) => `El formulario de: ${regulator}. Pídanoslo: ${phone}.`,
    },
  },
}

/** True where a notice can say this item of a rule pack. */
export const hasWords = (content: string): boolean => Object.hasOwn(items, content)

/** The items a state requires, each with its name and text, in the reader's language. */
export const noticeRows = (
  content: readonly string[],
  facts: NoticeFacts,
  language: LetterLanguage,
): (readonly [name: string, says: string])[] =>
  content.flatMap((one) => {
    const item = hasWords(one) ? items[one]![language] : undefined
    const says = item?.says(facts)
    return item && says !== undefined ? [[item.name, says] as const] : []
  })
