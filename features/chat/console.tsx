import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asFailed, type CallFailed } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { spanWords } from '#features/deadlines/timer.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { useHints } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { AgentChat } from './agent-chat.tsx'
import { askChat } from './ask-chat.ts'
import css from './console.module.css'
import { chat } from './contract.ts'

const QUEUE_EVERY_MS = 15_000
const hints = [
  { keys: ['N'], does: 'Take next' },
  { keys: ['Alt', 'Up', 'Down'], does: 'Switch chat' },
  { keys: ['Alt', '1'], does: 'Quick reply' },
  { keys: ['Ctrl', 'E'], does: 'End chat' },
] as const

/** The chats of support: those that wait, those this agent has, and the one that is open. */
export function ChatConsole() {
  const { person } = useUser()
  const now = useNow()
  const cache = useQueryClient()
  const queue = useRead(chat.queue, {}, { everyMs: QUEUE_EVERY_MS })
  const [openId, setOpenId] = useState<string>()
  const [seen, setSeen] = useState<Readonly<Record<string, number>>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailed>()
  const { waiting = [], mine = [], agents = [], available = false, quickReplies = [] } = queue.data ?? {}

  const act = async (what: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await what()
    } catch (reason) {
      setFailure(asFailed(reason))
    } finally {
      await cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('chat.') })
      setBusy(false)
    }
  }
  const open = (id: string | undefined) => {
    setFailure(undefined)
    setOpenId(id)
  }
  const take = (id: string) =>
    act(async () => {
      open(id)
      await askChat(chat.take, { id, mine: true })
    })
  const next = waiting[0]
  const takeNext = () => void (next && take(next.chatId))
  const step = (by: number) => {
    const at = mine.findIndex(({ chatId }) => chatId === openId)
    const to = mine[(at + by + mine.length) % mine.length]
    if (to) open(to.chatId)
  }
  useHints(hints)
  useKeys({ n: takeNext, 'alt+ArrowDown': () => step(1), 'alt+ArrowUp': () => step(-1) })

  if (queue.error && !queue.data) return <NotLoaded title="The chats could not be loaded" of={queue} />
  return (
    <Loading busy={!queue.data} skeleton={<Skeleton width="100%" height={320} />}>
      <div className={css.console} data-open={openId !== undefined || undefined}>
        <div className={css.queue}>
          <div className={css.there}>
            <Switch
              label="Take chats"
              checked={available}
              onChange={(on) => void act(() => askChat(chat.presence, { available: on }))}
            />
            <span className="muted">
              {agents.length === 1 ? '1 other agent' : `${agents.length} other agents`} available
            </span>
          </div>
          <section aria-labelledby="chats-waiting">
            <div className={css.head}>
              <h2 id="chats-waiting">Waiting</h2>
              <span className={css.count}>{waiting.length}</span>
              <Button
                tone="primary"
                size="small"
                keys={['N']}
                busy={busy}
                busyLabel="Taking"
                disabled={!next}
                onClick={takeNext}
              >
                Take next
              </Button>
            </div>
            {waiting.length === 0 && <p className={css.none}>No one is waiting.</p>}
            <ul>
              {waiting.map((one) => (
                <li key={one.chatId}>
                  <button
                    type="button"
                    data-keys="pass"
                    className={css.row}
                    aria-current={one.chatId === openId ? 'true' : undefined}
                    onClick={() => open(one.chatId)}
                  >
                    <span className={css.name}>
                      <b>{one.name}</b>
                      <small>{one.reason}</small>
                    </span>
                    {one.state === 'LEFT' ? (
                      <span className={css.end}>
                        <Badge>Message</Badge>
                        {one.replyBy !== null && <small>by {whenWords(one.replyBy, person.timeZone, now)}</small>}
                      </span>
                    ) : (
                      <small className={css.end}>{spanWords(Math.max(0, now - Date.parse(one.waitingSince)))}</small>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="chats-mine">
            <div className={css.head}>
              <h2 id="chats-mine">My chats</h2>
              <span className={css.count}>{mine.length}</span>
            </div>
            {mine.length === 0 && <p className={css.none}>You have no chats.</p>}
            <ul>
              {mine.map((one) => {
                const fresh = one.chatId === openId ? 0 : one.lastIndex - (seen[one.chatId] ?? one.lastIndex)
                return (
                  <li key={one.chatId}>
                    <button
                      type="button"
                      data-keys="pass"
                      className={css.row}
                      aria-current={one.chatId === openId ? 'true' : undefined}
                      onClick={() => open(one.chatId)}
                    >
                      <Avatar name={one.name} />
                      <span className={css.name}>
                        <b>{one.name}</b>
                        <small>{one.question}</small>
                      </span>
                      {fresh > 0 && (
                        <em>
                          {fresh}
                          <span className="sr-only">unread</span>
                        </em>
                      )}
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        </div>
        {openId === undefined ? (
          <div className={css.empty}>
            <State small kind="empty" title="No chat is open">
              Take the next one, or choose one of the list.
            </State>
          </div>
        ) : (
          <AgentChat
            key={openId}
            id={openId}
            quickReplies={quickReplies}
            busy={busy}
            failure={failure && <FailedNote what="That was not done." failure={failure} />}
            act={act}
            onTake={() => void take(openId)}
            onBack={() => open(undefined)}
            onSeen={(index) =>
              setSeen((before) => (before[openId] === index ? before : { ...before, [openId]: index }))
            }
          />
        )}
      </div>
    </Loading>
  )
}
