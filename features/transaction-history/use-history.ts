import { settings } from '#features/settings/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import type { AnswerOf, InputOf } from '#platform/calls/contract.ts'
import { transactionHistory } from './contract.ts'

type Search = typeof transactionHistory.search
type Filter = Omit<InputOf<typeof transactionHistory.page>, 'page' | 'size' | 'sort'>

const flagName = 'TransactionHistoryFlag'
const SIZE = 50

/** The history of a claim: by cursor, or by page number and without sums where the carrier's flag is off. */
export function useHistory(filter: Filter & { masterCarrier: string }) {
  const flags = useRead(settings.features, { f: [flagName], masterCarrier: filter.masterCarrier })
  // Nearly always on: the first rows do not wait for it.
  const byCursor = flags.data?.enabled ?? true
  // The two differ in where a list goes on; an answer says which it is.
  const call = (byCursor ? transactionHistory.search : transactionHistory.page) as Search
  const input = (byCursor ? filter : { ...filter, page: 0, size: SIZE }) as InputOf<Search>
  const asked = useCursor(call, input, (answer: AnswerOf<Search> | AnswerOf<typeof transactionHistory.page>) => {
    if ('transactions' in answer)
      return answer.nextDataKey === null ? undefined : { nextDataKey: answer.nextDataKey, moreData: true }
    return answer.page + 1 < answer.totalPages ? ({ page: answer.page + 1 } as Partial<InputOf<Search>>) : undefined
  })
  const parts = asked.data as (AnswerOf<Search> | AnswerOf<typeof transactionHistory.page>)[] | undefined
  const first = parts?.[0]
  return {
    ...asked,
    rows: parts?.flatMap((one) => ('transactions' in one ? one.transactions : one.content)),
    count: first && ('transactions' in first ? first.count : first.totalElements),
    totals: first && 'transactions' in first ? first.totals : undefined,
  }
}
