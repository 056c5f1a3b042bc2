import type { AnswerOf } from '#platform/calls/contract.ts'
import type { clinical } from '#features/clinical/contract.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { status } from '#features/authorizations/statuses.ts'
import { atWords, exactWords, whenWords } from '#platform/dates/words.ts'

type Question = NonNullable<AnswerOf<typeof clinical.waiting>['asked']>
type QuestionState = {
  kind: 'notOpened' | 'opened' | 'withPrescriber' | 'late'
  late: boolean
  words: (zone: string, now: number) => string
}

/** Where a hand-over stands: late, with the prescriber, taken or open, or nobody has looked yet. */
export function stateOfQuestion(
  asked: Pick<Question, 'due' | 'taken' | 'takenBy' | 'openBy' | 'call'>,
  now: number,
): QuestionState {
  const { call, taken, takenBy, openBy } = asked
  const late = Date.parse(asked.due) < now
  const said = (zone: string, at: number): string =>
    call
      ? `Prescriber called ${whenWords(call.at, zone, at)}: ${call.result}`
      : takenBy && taken
        ? `Taken ${atWords(taken.at, zone, at)}${openBy ? ' · open now' : ''}`
        : openBy
          ? `${openBy} has it open now`
          : 'Not opened yet'
  const kind = late ? 'late' : call ? 'withPrescriber' : takenBy || openBy ? 'opened' : 'notOpened'
  return {
    kind,
    late,
    words: (zone, at) =>
      late ? `The answer was due ${exactWords(asked.due, zone)}. ${said(zone, at)}` : said(zone, at),
  }
}

/** What happens when the answer is late. */
export const lateWords = (who: string): string =>
  who === 'pharmacist' || who === 'reviewer'
    ? `The next ${who} may take it; the supervisor is notified.`
    : 'The next supervisor may take it; all of them are notified.'

/** "2h 16m". */
export function waitedWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours > 0 ? `${hours}h ${rest}m` : `${rest}m`
}

type Steps = { done: (sender: string) => string; now: string; next: string }
/** What was done, is being done and comes next with a request that was handed over. */
export function stepsOf({
  authorizationStatusId,
  firstApproval,
  pharmacy,
}: Pick<AuthDetail, 'authorizationStatusId' | 'firstApproval'> & { pharmacy: { name: string } }): Steps {
  const codes = firstApproval?.waitsFor.join(', ') ?? ''
  const notified = `The pharmacy is notified: ${pharmacy.name}`
  switch (authorizationStatusId) {
    case status.PENDING_UR:
      return {
        done: (sender) => `${sender} sent it to utilization review`,
        now: 'A licensed reviewer decides it',
        next: 'The pharmacy, the prescriber and the patient are notified',
      }
    case status.PENDING_SECOND_APPROVAL:
      return {
        done: (sender) => `${sender} saved the approval`,
        now: codes ? `A supervisor clears ${codes}` : 'A second person approves it or returns it',
        next: notified,
      }
    case status.PENDING_SUPERVISOR:
      return {
        done: (sender) => `${sender} asked a supervisor`,
        now: 'A supervisor decides it or answers',
        next: 'It is decided, or comes back with an answer',
      }
    default:
      return firstApproval
        ? {
            done: (sender) => `${sender} approved all but ${codes}`,
            now: `A pharmacist clears ${codes}`,
            next: notified,
          }
        : {
            done: (sender) => `${sender} sent it to a pharmacist`,
            now: 'A pharmacist decides or recommends',
            next: 'It is decided, or comes back with advice',
          }
  }
}
