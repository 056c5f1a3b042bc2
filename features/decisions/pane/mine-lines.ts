import { plural } from '#platform/text/plural.ts'
import { approvalReason } from '#reference/approval-reasons.ts'
import { rejectionReason } from '#reference/rejection-reasons.ts'
import { breadthWords } from '../approve/button-words.ts'
import type { ApproveChoices, Draft, RejectChoices } from '../draft.ts'

type Line = string | false | undefined

const dates = ({ start, end }: { start?: string; end?: string }): Line =>
  (start ?? end) !== undefined && `Dates: ${start ?? 'as usual'} to ${end ?? 'as usual'}`
const amount = (label: string, typed: string | undefined): Line =>
  typed !== undefined && `${label}: ${typed.trim() === '' ? 'no limit' : typed.trim()}`
const fillsOf = ({ once, fills }: ApproveChoices): Line =>
  once === true ? 'One-time fill' : fills === undefined ? once === false && 'Not one-time' : fillWords(fills)
const fillWords = (fills: number | null): string => (fills === null ? 'Unlimited fills' : plural(fills, 'fill'))
const marked = (marks: Readonly<Record<string, boolean>> = {}, to: boolean): string =>
  Object.keys(marks)
    .filter((name) => marks[name] === to)
    .join(', ')

const approvalLines = (typed: ApproveChoices): Line[] => {
  const [clears, leaves] = [marked(typed.ticks, true), marked(typed.ticks, false)]
  return [
    fillsOf(typed),
    dates(typed),
    amount('Quantity per fill', typed.qty),
    amount('Days’ supply per fill', typed.days),
    typed.level !== undefined && `Covers ${breadthWords(typed.level)}`,
    clears !== '' && `Clears ${clears}`,
    leaves !== '' && `Does not clear ${leaves}`,
    typed.reasonId !== undefined && `Reason: ${approvalReason(typed.reasonId)?.reason ?? typed.reasonId}`,
    ...Object.values(typed.acks ?? {}).map((why) => why && `Why it is safe: ${why}`),
    typed.note && `Note: ${typed.note}`,
  ]
}

const denialLines = (typed: RejectChoices): Line[] => {
  const leaves = marked(typed.codes, false)
  return [
    typed.fillOnly === true && 'This fill only',
    typed.brandOnly === true && 'The brand only',
    dates(typed),
    typed.level !== undefined && `Blocks ${breadthWords(typed.level)}`,
    leaves !== '' && `Does not cite ${leaves}`,
    typed.reasonId !== undefined && `Reason: ${rejectionReason(typed.reasonId)?.reason ?? typed.reasonId}`,
    typed.instead && `To use instead: ${typed.instead.name}`,
    typed.note && `Explanation: ${typed.note}`,
  ]
}

/** What this person meant to do, with all they changed in the form, line by line, to be kept as a note. */
export function mineLines({ approve, reject, meant }: Draft, form: 'approve' | 'reject'): string[] {
  const lines =
    form === 'approve' ? [meant ?? 'Approve', ...approvalLines(approve)] : [meant ?? 'Reject', ...denialLines(reject)]
  return lines.filter((line): line is string => typeof line === 'string' && line !== '')
}
