import type { AnswerOf } from '#platform/calls/contract.ts'
import type { clinical } from '#features/clinical/contract.ts'
import { atWords, exactWords, whenWords } from '#platform/dates/words.ts'

type Question = NonNullable<AnswerOf<typeof clinical.waiting>['asked']>
type QuestionState = {
  kind: 'notOpened' | 'opened' | 'withPrescriber' | 'late'
  late: boolean
  words: (zone: string, now: number) => string
}

/** Where a question to a pharmacist stands: late, with the prescriber, taken or open, or nobody has looked yet. */
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

/** "2h 16m". */
export function waitedWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours > 0 ? `${hours}h ${rest}m` : `${rest}m`
}
