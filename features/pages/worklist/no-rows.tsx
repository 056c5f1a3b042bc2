import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import {
  addressOf,
  filterOf,
  filtersIn,
  looksLikeSsn,
  plain,
  usualView,
  views,
  type FilterName,
  type Wanted,
} from './address.ts'
import { without, withoutAll } from './fewer-filters.ts'
import { worklist, type Counts } from '#features/worklist/contract.ts'
import { countOf } from './count-of.ts'
import type { ClinicalPart } from '#features/worklist/rules.ts'
import { filterLabels, filterValue } from './filter-words.ts'
import { spanWords } from './row-words.ts'
import css from './no-rows.module.css'
import { plural } from '#platform/text/plural.ts'

type NoRowsProps = {
  wanted: Wanted
  go: (change: Partial<Wanted>) => void
  today: string
  now: number
  counts: Counts | undefined
}

/** The empty list: no match for the filters, a page beyond the end, or all done. */
export function NoRows(props: NoRowsProps) {
  const { wanted, go } = props
  if (wanted.page > 0) {
    return (
      <State
        kind="empty"
        title="There is no such page"
        acts={
          <Button tone="primary" onClick={() => go({ page: 0 })}>
            Go to the first page
          </Button>
        }
      >
        The list has become shorter.
      </State>
    )
  }
  return filtersIn(wanted).length > 0 || wanted.text !== '' ? <NoMatch {...props} /> : <AllDone {...props} />
}

const searchWords = { A: 'case owner', C: 'claim number', N: 'last name', Au: 'authorization id', D: 'date' } as const

function NoMatch({ wanted, go, today, counts }: NoRowsProps) {
  const filters = filtersIn(wanted)
  const view = views.find(({ key }) => key === wanted.view)!
  const words = [
    ...(wanted.text !== '' ? [`${searchWords[wanted.by]} “${wanted.text}”`] : []),
    ...filters.map((name) => `${filterLabels[name].toLowerCase()} ${filterValue(name, wanted)}`),
  ]
  const whole = wanted.owners.length === 0 && !wanted.part ? countOf(wanted.view, counts) : undefined
  return (
    <State
      kind="noMatch"
      title={filters.length > 0 ? 'No requests match these filters' : 'No request was found'}
      acts={
        <>
          <Button tone="primary" onClick={() => go(withoutAll(wanted))}>
            {filters.length > 0 ? 'Clear all filters' : 'Clear the search'}
          </Button>
          {filters.length + (wanted.text === '' ? 0 : 1) > 1 && (
            <Best wanted={wanted} go={go} today={today} filters={filters} />
          )}
          {wanted.by === 'A' && <AsAnother text={wanted.text} go={go} />}
          {wanted.text !== '' &&
            wanted.view !== 'completed' &&
            (wanted.by === 'N' || wanted.by === 'C') &&
            filters.length === 0 && (
              <Button onClick={() => go({ view: view.own ? 'all' : 'completed' })}>
                {view.own ? 'Search all pending' : 'Search completed'}
              </Button>
            )}
        </>
      }
    >
      {whole ? `${view.label} has ${plural(whole, 'request')}, but none has ` : 'None has '}
      {words.join(' and ')}.
    </State>
  )
}

/** Who looked for a patient among the case owners searches for the same text by the right key. */
function AsAnother({ text, go }: { text: string; go: NoRowsProps['go'] }) {
  const typed = text.trim()
  if (typed === '' || typed.includes('@') || looksLikeSsn('N', typed)) return null
  const [by, words] = /^#?\d{12}$/.test(typed.replaceAll(/[ -]/g, ''))
    ? (['Au', 'Search as an authorization id'] as const)
    : /\d/.test(typed)
      ? (['C', 'Search as a claim number'] as const)
      : (['N', 'Search as a last name'] as const)
  return <Button onClick={() => go({ by, text: typed })}>{words}</Button>
}

/** The filter whose removal shows most. */
function Best({
  wanted,
  go,
  today,
  filters,
}: Pick<NoRowsProps, 'wanted' | 'go' | 'today'> & { filters: readonly FilterName[] }) {
  const { carrier } = useUser()
  // Hooks in a loop need a fixed number: the first four filters are tried.
  const tried = [0, 1, 2, 3].map((at) => filters[at])
  const totals = [useWithout(tried[0]), useWithout(tried[1]), useWithout(tried[2]), useWithout(tried[3])]
  const best = Math.max(...totals)
  const name = tried[totals.indexOf(best)]
  if (best <= 0 || name === undefined) return null
  return (
    <Button onClick={() => go(without(wanted, name))}>
      Remove “{filterLabels[name]} is {filterValue(name, wanted)}”{' '}
      <span className={css.shows}>shows {best.toLocaleString('en-US')}</span>
    </Button>
  )

  function useWithout(name: FilterName | undefined): number {
    const { data } = useRead(
      worklist.search,
      { mc: carrier.code, size: 1, ...filterOf(name === undefined ? wanted : without(wanted, name), today) },
      { off: name === undefined },
    )
    return name === undefined ? -1 : (data?.totalElements ?? -1)
  }
}

const noneOf: Record<ClinicalPart, { title: string; words: string }> = {
  TAKEN: {
    title: 'No request is assigned to you here',
    words: 'Requests you take with T appear here until you answer them or give them back.',
  },
  PRESCRIBER: {
    title: 'No prescriber call is open',
    words: 'Requests whose prescriber was called and not reached, or calls back, appear here until you answer them.',
  },
  ANSWERED: {
    title: 'Nothing was answered today',
    words: 'What you and the other pharmacists answer appears here until midnight.',
  },
}

function AllDone({ wanted, now, today, counts }: NoRowsProps) {
  const { carrier, person } = useUser()
  const usual = usualView(person)
  const mine = counts?.pendingAuthCount ?? 0
  const next = useRead(
    worklist.search,
    { mc: carrier.code, size: 1, ...filterOf(plain, today) },
    { off: wanted.view !== 'escalated' || mine === 0 },
  )
  const due = next.data?.content[0]?.statutoryDueAt
  const toMine = mine > 0 && (
    <LinkButton tone="primary" href={addressOf(plain, usual)}>
      Go to my pending ({mine})
    </LinkButton>
  )
  const toAll = counts && counts.carrierPendingCount > 0 && (
    <LinkButton tone={mine > 0 ? 'secondary' : 'primary'} href={addressOf({ ...plain, view: 'all' })}>
      See all pending ({counts.carrierPendingCount.toLocaleString('en-US')})
    </LinkButton>
  )
  const toUsual = (
    <LinkButton tone="primary" href={addressOf({ ...plain, view: usual }, usual)}>
      Go to {views.find(({ key }) => key === usual)!.label.toLowerCase()}
    </LinkButton>
  )
  switch (wanted.view) {
    case 'escalated':
      return (
        <State kind="allDone" title="Nothing is escalated" acts={toMine || toAll || undefined}>
          Every escalated request has a decision.
          {due !== undefined && Date.parse(due) > now && ` The next one due is in ${longSpan(Date.parse(due) - now)}.`}
        </State>
      )
    case 'waiting':
      return (
        <State kind="empty" title="No letter is awaited" acts={toMine || toAll || undefined}>
          Requests that wait for a prescriber’s letter of medical necessity appear here.
        </State>
      )
    case 'pharmacist':
      return (
        <State kind="empty" title="Nothing waits on a pharmacist" acts={toMine || toAll || undefined}>
          Requests you approved but for a code only a pharmacist can clear appear here until it is cleared.
        </State>
      )
    case 'clinical':
      if (wanted.part !== null)
        return (
          <State kind="empty" title={noneOf[wanted.part].title}>
            {noneOf[wanted.part].words}
          </State>
        )
      return (
        <State kind="allDone" title="Nothing waits on a pharmacist" acts={toMine || toAll || undefined}>
          Requests with a code only a pharmacist can clear, or sent to you for advice, appear here, the ones with the
          least time left first.
        </State>
      )
    case 'reviewer':
      return (
        <State kind="empty" title="Nothing waits on a reviewer" acts={toMine || toAll || undefined}>
          Your requests in utilization review appear here until a reviewer decides or returns them.
        </State>
      )
    case 'review':
      return (
        <State kind="allDone" title="Nothing waits on a reviewer" acts={toMine || toAll || undefined}>
          Requests sent to utilization review in the states of your license appear here, the ones with the least time
          left first.
        </State>
      )
    case 'approver':
      return (
        <State kind="empty" title="Nothing waits on a second approver" acts={toMine || toAll || undefined}>
          Requests you approved over your limit appear here until another person confirms or returns the approval.
        </State>
      )
    case 'second':
      return (
        <State kind="allDone" title="No approval waits for you" acts={toMine || toAll || undefined}>
          Approvals of others that need a second person appear here, the ones with the least time left first.
        </State>
      )
    case 'asked':
      return (
        <State kind="empty" title="Nothing waits on a supervisor" acts={toMine || toAll || undefined}>
          Requests you ask a supervisor about appear here until they are decided or come back with an answer.
        </State>
      )
    case 'questions':
      return (
        <State kind="allDone" title="No questions from adjusters" acts={toMine || toAll || undefined}>
          Requests that adjusters ask a supervisor about appear here, the ones with the least time left first.
        </State>
      )
    case 'team':
      return (
        <State kind="allDone" title="Your team has no pending requests" acts={toMine || toAll || undefined}>
          Requests of the people you supervise appear here, the ones with the least time left first.
        </State>
      )
    case 'counter':
      return (
        <State kind="empty" title="No patient of yours waits at a counter" acts={toMine || toAll || undefined}>
          Requests whose patient waits at the pharmacy appear here until they have an answer.
        </State>
      )
    case 'letter':
      return (
        <State kind="empty" title="No unread letter" acts={toMine || toAll || undefined}>
          Requests whose letter of medical necessity came appear here until somebody reads it.
        </State>
      )
    case 'limit':
      return (
        <State kind="empty" title="Nothing is over your limit" acts={toMine || toAll || undefined}>
          Requests that cost more than you may approve alone appear here. Your approval goes on to a second approver.
        </State>
      )
    case 'snoozed':
      return (
        <State kind="empty" title="Nothing is snoozed" acts={toMine || toAll || undefined}>
          Requests whose reminders you silence appear here until the time you chose.
        </State>
      )
    case 'completed':
      return (
        <State kind="empty" title="Nothing is completed yet" acts={toMine || toAll || undefined}>
          Your requests appear here once they have a decision.
        </State>
      )
    case 'all':
      return (
        <State kind="allDone" title="Nothing is pending">
          Every request has a decision. New ones appear here as pharmacies send them.
        </State>
      )
    case 'mine':
      return usual !== 'mine' ? (
        <State kind="empty" title="You own no pending requests" acts={toUsual}>
          Requests whose case owner you are appear here.
        </State>
      ) : (
        <State kind="allDone" title="You have no pending requests" acts={toAll || undefined}>
          Every request of yours has a decision. New ones appear here as pharmacies send them.
        </State>
      )
  }
}

/** "1 day 4 hours", from "1d 4h". */
const longSpan = (ms: number): string =>
  spanWords(ms).replaceAll(
    /(\d+)([dhm])/g,
    (_, count: string, unit: string) =>
      `${count} ${{ d: 'day', h: 'hour', m: 'minute' }[unit]}${count === '1' ? '' : 's'}`,
  )
