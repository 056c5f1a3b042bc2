import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import css from './chat.module.css'
import type { ChatMessage } from './contract.ts'

/** A message that is being sent, or was not, and why. `from`: where it will stand at the earliest. */
export type Pending = { key: string; text: string; from: number; failed?: string | undefined }

type BubblesProps = {
  messages: readonly ChatMessage[]
  /** Whose messages stand at the right. */
  mine: 'Agent' | 'Client'
  zone: string
  pending?: Pending | undefined
  onRetry?: () => void
  onDiscard?: () => void
  /** Who types, on the other side. */
  typing?: string | undefined
  /** Above the messages, such as how long one waits. */
  children?: ReactNode
}

/** Pixels from the end within which the reader counts as being there. */
const AT_END = 48

/** The messages of a conversation. Where the reader has scrolled up they stay, and a button says what is new. */
export function Bubbles(props: BubblesProps) {
  const { messages, mine, zone, pending, onRetry, onDiscard, typing, children } = props
  const now = useNow()
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const [seen, setSeen] = useState(messages.length)
  const count = messages.length
  const toEnd = () => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
    setSeen(count)
  }
  useLayoutEffect(() => {
    if (!atEnd.current) return
    list.current?.scrollTo({ top: list.current.scrollHeight })
    setSeen(count)
  }, [count, pending, typing])
  return (
    <div className={css.scroll}>
      <div
        ref={list}
        role="log"
        aria-label="Messages"
        tabIndex={0}
        className={css.messages}
        onScroll={({ currentTarget: of }) => {
          atEnd.current = of.scrollHeight - of.scrollTop - of.clientHeight < AT_END
          if (atEnd.current) setSeen(count)
        }}
      >
        {children}
        {messages.map((message, at) => {
          const time = whenWords(message.utcTime, zone, now)
          if (message.type === 'Notice')
            return (
              <p key={message.index} className={css.notice}>
                {time} · {message.text}
              </p>
            )
          const next = messages[at + 1]
          const isLast =
            next?.from.type !== message.from.type ||
            next.type === 'Notice' ||
            whenWords(next.utcTime, zone, now) !== time
          return (
            <div key={message.index} className={cx(css.bubble, message.from.type === mine && css.mine)}>
              <span className="sr-only">
                {message.from.type === mine ? 'You' : message.from.nickname}, {time}:{' '}
              </span>
              <p>{message.text}</p>
              {isLast && <time aria-hidden="true">{time}</time>}
            </div>
          )
        })}
        {pending && (
          <div className={cx(css.bubble, css.mine, css.pending)}>
            <p>{pending.text}</p>
            <div className={css.state}>
              {pending.failed !== undefined ? (
                <>
                  <span role="alert">
                    <b>Not sent.</b> {pending.failed}
                  </span>
                  <Button size="small" tone="link" onClick={onRetry}>
                    Retry
                  </Button>
                  <Button size="small" tone="link" onClick={onDiscard}>
                    Edit
                  </Button>
                </>
              ) : (
                'Sending'
              )}
            </div>
          </div>
        )}
        {typing !== undefined && (
          <p className={css.typing}>
            {typing} is typing <span aria-hidden="true">…</span>
          </p>
        )}
      </div>
      {count > seen && (
        <Button size="small" className={css.jump} onClick={toEnd}>
          {count - seen === 1 ? '1 new message' : `${count - seen} new messages`}
        </Button>
      )}
    </div>
  )
}
