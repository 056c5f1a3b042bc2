import { status } from '#features/authorizations/statuses.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { daysOf, qtyOf, type ApproveForm, type Effect } from './choices.ts'

/** How wide an approval of each level is, in the words of the button. */
const breadth: Readonly<Record<number, string>> = {
  14: 'this strength',
  12: 'any strength',
  11: 'this package',
  10: 'any form or strength',
  8: 'any salt, form or strength',
  6: 'the drug subclass',
  4: 'the drug class',
}

export const breadthWords = (level: number): string => breadth[level] ?? `level ${level}`

/** How many fills, in words; without a number as many as fit in. */
const fillWords = (form: Pick<ApproveForm, 'fills' | 'once'>): string =>
  form.once || form.fills === 1 ? '1 fill' : form.fills === null ? 'unlimited fills' : `${form.fills} fills`

/** "Save approval, send 7Y to Sam Okafor": what is left, and who gets it; the role alone until the server has said whom. */
function saveWords({ leadsTo, waitsFor, goesTo }: Effect, ofPharmacist: boolean): string {
  const clinical = leadsTo === status.PENDING_CLINICAL
  const to = goesTo ?? (!clinical ? 'a supervisor' : ofPharmacist ? 'a senior pharmacist' : 'a pharmacist')
  return waitsFor.length > 0
    ? `Save approval, send ${waitsFor.join(', ')} to ${to}`
    : `Save approval, send to ${to} to confirm`
}

/** What was read of the typed amounts: "15 a fill", "30 days". */
function amountWords(form: Pick<ApproveForm, 'qty' | 'days'>): string[] {
  const [qty, days] = [qtyOf(form), daysOf(form)]
  return [...(qty ? [`${qty} a fill`] : []), ...(days ? [`${days} ${days === 1 ? 'day' : 'days'}`] : [])]
}

/** What the toast says was approved: fills, last day and amounts, as they were read. */
export const approvedNotice = (form: ApproveForm, today: string): string =>
  [`Approved ${fillWords(form)} until ${usDate(parseDate(form.end, today) || today)}`, ...amountWords(form)].join(', ')

const cannot = 'See why it cannot be approved'

/** The confirm button: what it does or what is missing, and below it how much and how wide it approves. */
export function approveWords(
  form: ApproveForm,
  effect: Effect,
  statusId: number,
  today: string,
  ofPharmacist = false,
): { act: string; extent: string | undefined } {
  const { missing } = effect
  if (statusId === status.PENDING_SECOND_APPROVAL)
    return { act: missing ? cannot : 'Give second approval', extent: undefined }
  const end = parseDate(form.end, today)
  const fills = [fillWords(form), ...(end ? [`until ${usDate(end)}`] : [])].join(' ')
  const extent = [...amountWords(form), breadthWords(form.level)]
  const whole = [fills, ...extent].join(', ')
  if (missing?.length === 0) return { act: cannot, extent: whole }
  if (missing) return { act: `Clear ${missing.join(', ')} to approve`, extent: whole }
  if (effect.leadsTo !== status.APPROVED) return { act: saveWords(effect, ofPharmacist), extent: whole }
  return { act: `Approve ${fills}`, extent: extent.join(', ') }
}
