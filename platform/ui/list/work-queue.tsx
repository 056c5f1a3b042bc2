import { useState, type ReactNode } from 'react'
import type { CallFailed } from '../../browser/call.ts'
import { Button } from '../button/button.tsx'
import { Card } from '../display/card.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Loading } from './loading.tsx'
import { Skeleton } from './skeleton.tsx'
import { State } from './state.tsx'
import css from './work-queue.module.css'

/** Items a queue loads at first, and at most. */
export const QUEUE_SIZE = 50
const MOST = 100

type Row = { lead?: ReactNode; name: string; about: ReactNode; badge?: ReactNode; when: string }
type WorkQueueProps<T> = {
  title: string
  /** The read of the items: what it answered, and how it failed. */
  asked: { error: CallFailed | null; isFetching: boolean; refetch: () => unknown }
  /** The items, the first to work on first; undefined until they came. */
  rows: readonly T[] | undefined
  /** There are more than these. */
  more: boolean | undefined
  size: number
  onSize: (size: number) => void
  idOf: (row: T) => string
  row: (row: T) => Row
  /** The open item, the first one until another is chosen; `show` opens one by its id. */
  opened: (row: T, show: (id: string) => void) => ReactNode
  /** What stands below the list. */
  below?: ReactNode
  /** What the queue says when it is empty. */
  empty: { title: string; text: string }
}

/** A list of items to work on beside the one that is open. J and K move. */
export function WorkQueue<T>(props: WorkQueueProps<T>) {
  const { title, asked, rows, more, size, onSize, idOf, row, opened, below, empty } = props
  const [openId, setOpenId] = useState<string>()
  const open = rows?.find((one) => idOf(one) === openId) ?? rows?.[0]
  const at = rows && open ? rows.indexOf(open) : -1
  const move = (by: number) => {
    const next = rows?.[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next) setOpenId(idOf(next))
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  if (asked.error && !rows) return <NotLoaded title={`${title} could not be loaded`} of={asked} />
  return (
    <Loading busy={!rows} skeleton={<Skeleton width="100%" height={200} />}>
      {rows && rows.length === 0 ? (
        <div className={css.side}>
          <Card title={title}>
            <State small kind="allDone" title={empty.title}>
              {empty.text}
            </State>
          </Card>
          {below}
        </div>
      ) : (
        rows && (
          <div className={css.columns}>
            <div className={css.side}>
              <Card title={title} sub={more ? `${rows.length}+` : rows.length} flush>
                <ul className={css.rows}>
                  {rows.map((one) => (
                    <li key={idOf(one)}>
                      <button
                        type="button"
                        className={css.row}
                        data-keys="pass"
                        aria-current={one === open ? 'true' : undefined}
                        onClick={() => setOpenId(idOf(one))}
                      >
                        <RowParts {...row(one)} />
                      </button>
                    </li>
                  ))}
                </ul>
                {more && (
                  <div className={css.more}>
                    {size === MOST ? (
                      <span className="muted">Newer ones appear when these are done.</span>
                    ) : (
                      <Button size="small" onClick={() => onSize(MOST)}>
                        Show more
                      </Button>
                    )}
                  </div>
                )}
              </Card>
              {below}
            </div>
            {open && <div key={idOf(open)}>{opened(open, setOpenId)}</div>}
          </div>
        )
      )}
    </Loading>
  )
}

const RowParts = ({ lead, name, about, badge, when }: Row) => (
  <>
    {lead}
    <span className={css.name}>
      <b>{name}</b>
      <small>{about}</small>
    </span>
    {badge}
    <small className={css.end}>{when}</small>
  </>
)
