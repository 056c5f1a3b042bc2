import { Link } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { support, type QueueWaiting } from './contract.ts'
import { paths, queueAddress } from './paths.ts'
import { queueNames, type SupportQueue } from './queues.ts'
import { countWords } from './rules.ts'
import css from './support-card.module.css'

const everyMs = 60_000
const whatWaits: Readonly<Record<SupportQueue, string>> = {
  calls: 'Pharmacies that did not read their message',
  keying: 'Prior authorizations to enter by hand',
  'follow-ups': 'Low ratings after a contact',
  chats: 'People waiting for an answer',
  eligibility: 'Files with lines that were refused',
}

/** The support desk on Home: each queue with how much waits in it and since when. Refreshes every minute. */
export function SupportCard() {
  const { carrier } = useUser()
  const asked = useRead(support.queues, {}, { everyMs })
  const found = asked.data?.queues
  return (
    <Card
      title="Support Desk"
      sub={`At ${carrier.name}`}
      flush
      acts={
        <LinkButton href={paths.support} tone="quiet" size="small" iconEnd={iconArrowRight}>
          Open Support Desk
        </LinkButton>
      }
    >
      <RefreshBar busy={asked.isFetching && !asked.isPending} />
      {asked.error && !found ? (
        <NotLoaded small title="The support desk could not be loaded" of={asked} />
      ) : (
        <Loading busy={!found} skeleton={<Skeleton width="100%" height={208} />} loaded="Support desk loaded.">
          <ul className={css.queues}>
            {found?.map((of) => (
              <li key={of.queue}>
                <Link href={queueAddress(of.queue)} className={css.queue}>
                  <b className={css.waiting} data-none={of.waiting === 0 || undefined}>
                    {countWords(of.waiting)}
                  </b>
                  <span className={css.words}>
                    <span className={css.name}>{queueNames[of.queue]}</span>
                    <span className="muted">{whatWaits[of.queue]}</span>
                  </span>
                  <Waits of={of} />
                </Link>
              </li>
            ))}
          </ul>
        </Loading>
      )}
    </Card>
  )
}

function Waits({ of: { waiting, taken, since } }: { of: QueueWaiting }) {
  const { person } = useUser()
  const now = useNow()
  if (since === null || waiting === 0) return <span className={css.since}>Nothing waits</span>
  return (
    <span className={css.since}>
      Oldest {whenWords(since, person.timeZone, now)}
      {taken > 0 && <span className="muted">{taken} taken</span>}
    </span>
  )
}
