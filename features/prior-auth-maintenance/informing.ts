import type { Chosen } from '#features/notifications/may-choose.ts'
import { whyNoText, type Circumstances } from '#features/text-messages/rules.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** How the prescriber and the worker of the request can be notified; null where it was made without a request. */
export type Reachable = { prescriber: string; byFax: boolean; byMail: boolean; texts: Circumstances }

/** Who may be notified of a new last day: how, and why not. */
export type Informed = { who: Chosen; name: string; how: string; whyNot: string | null }

/** Whom the act may choose, in the order of the form. */
export function informable(of: Reachable | null): Informed[] {
  if (of === null) return []
  return [
    {
      who: 'prescriber',
      name: of.prescriber,
      how: of.byMail && !of.byFax ? 'by e-mail' : 'by fax',
      whyNot: of.byFax || of.byMail ? null : 'Neither a fax number nor an e-mail address is on file.',
    },
    { who: 'worker', name: '', how: 'by text, no drug name', whyNot: whyNoText(of.texts) },
  ]
}

/** Why these people cannot be notified; undefined where they can. */
export function whyNotInform(
  of: Reachable | null,
  kind: 'PERMIT' | 'BLOCK',
  chosen: readonly Chosen[],
): Why<'RULE'> | undefined {
  if (chosen.length === 0) return undefined
  if (kind === 'BLOCK' || of === null)
    return { code: 'RULE', field: 'inform', message: 'Only who is part of a request can be notified of its approval.' }
  const not = informable(of).find(({ who, whyNot }) => chosen.includes(who) && whyNot !== null)
  return not && { code: 'RULE', field: 'inform', message: not.whyNot! }
}
