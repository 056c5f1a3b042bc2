import { contactReasons } from '#features/contact-notes/rules.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { MAX_RECONSIDERATION, reconsiderUntil } from '#features/decision-rights/reconsider-until.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { timeline, type Entry } from './contract.ts'
import { transactionWords } from './in-words.ts'
import { kinds, stillToCome } from './rules.ts'
import * as sql from './sql.ts'

const channels = { PHONE: 'Call with', EMAIL: 'E-mail with', CHAT: 'Chat with' } as const

const said = (row: sql.Line): Pick<Entry, 'text' | 'about' | 'who'> => {
  const { transaction } = row
  if (transaction) return { text: transactionWords(transaction), about: transaction.drug, who: transaction.pharmacy }
  if (row.note) return { text: row.note.text, about: null, who: row.note.who }
  if (row.contact) {
    const { type, caller, text, reason, agent } = row.contact
    return { text: `${channels[type]} ${caller}: ${text}`, about: contactReasons[reason], who: agent }
  }
  if (row.document) return { text: 'Document received', about: row.document.name, who: row.document.who || 'System' }
  return { text: row.event_text!, about: row.request_drug, who: row.actor_name! }
}

const toEntry = (row: sql.Line): Entry => ({
  entryId: row.key,
  at: row.at,
  kind: row.kind,
  ...said(row),
  authorizationId: row.request,
  documentId: row.document?.id ?? null,
})

/** A denial at the last level is not looked at again. */
const aheadOf = ({ ahead, denied }: sql.Prescription) => ({
  ...ahead,
  reconsiderBy: denied && denied.level < MAX_RECONSIDERATION ? (reconsiderUntil(denied)?.lastDay ?? null) : null,
})
const toPrescription = ({ ahead: _, denied: _denied, days_supply: daysSupply, ...rest }: sql.Prescription) => ({
  ...rest,
  daysSupply,
})
/** Instants as every answer has them; a day stays a day. */
const utcOf = <T extends { at: string }>(one: T): T =>
  one.at.length === 10 ? one : { ...one, at: new Date(one.at).toISOString() }

const question = (of: sql.Of & { kinds?: readonly string[] | undefined; order: string }): string =>
  `timeline of ${of.claim} ${of.request ?? ''} ${of.kinds?.join(',') ?? ''} ${of.order}`

export const handlers = implement(timeline)({
  ofClaim: oneTrip(
    ({ claimId, authorizationId = null, kinds: chosen = null, order, size, after = null }) => {
      const of = { claim: claimId, request: authorizationId }
      const asked = question({ ...of, kinds: chosen ?? undefined, order })
      return {
        subject: seen(sql.subject(of), claimOfRow),
        rows: sql.slice({ ...of, kinds: chosen, oldest: order === 'oldest', size, after }, asked),
        opened: sql.opens(after, asked),
        counts: sql.counts(of),
        spent: sql.spent(of),
        prescription: sql.prescription(of),
      }
    },
    (
      { subject: [subject], rows, opened: [opened], counts, spent: [spent], prescription: [about] },
      { input: { size }, refuse, now, person },
    ) => {
      if (!subject) return notFound()
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = rows.slice(0, size)
      const counted = new Map(counts.map(({ kind, count }) => [kind, count]))
      const { drug_name: drugName, reference_number: referenceNumber } = subject
      return {
        entries: shown.map(toEntry),
        counts: Object.fromEntries(kinds.map((kind) => [kind, counted.get(kind) ?? 0])) as Record<
          (typeof kinds)[number],
          number
        >,
        request: drugName === null ? null : { drugName, referenceNumber: referenceNumber! },
        spent: spent
          ? { firstLook: spent.first_look, places: spent.places, decided: spent.decided, pickedUp: spent.picked_up }
          : null,
        prescription: about ? toPrescription(about) : null,
        toCome: about ? stillToCome(aheadOf(about), now, dateIn(now.getTime(), person.timeZone)).map(utcOf) : [],
        next: rows.length > size ? shown.at(-1)!.place : null,
      }
    },
  ),
})
