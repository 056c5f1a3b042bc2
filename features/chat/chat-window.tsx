import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useDraft } from '#features/drafts/use-draft.ts'
import { brand, phoneHref } from '#platform/brand.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime, exactWords } from '#platform/dates/words.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconChat, iconChevronUp, iconClose, iconMinus } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { useTyping } from './ask-chat.ts'
import { Bubbles } from './bubbles.tsx'
import { messageDraft } from './chat-drafts.ts'
import { ChatEnded } from './chat-ended.tsx'
import css from './chat.module.css'
import { Composer } from './composer.tsx'
import { EndQuestion } from './end-question.tsx'
import { waitWords } from './labels.ts'
import { readMark, writeMark } from './open-mark.ts'
import { endpointOf } from './open-screen.ts'
import { StartForm } from './start-form.tsx'
import { useChat } from './use-chat.ts'
import { useWindowPlace } from './use-window-place.ts'

const iconGrip = 'M7.5 6v.01M12.5 6v.01M7.5 10v.01M12.5 10v.01M7.5 14v.01M12.5 14v.01'
const iconLarger = 'M11.5 3.5h5v5M8.5 16.5h-5v-5M16.5 3.5 11.5 8.5M3.5 16.5l5-5'
const iconSmaller = 'M16.5 8.5h-5v-5M3.5 11.5h5v5M11.5 8.5l5-5M8.5 11.5l-5 5'

type ChatWindowProps = {
  /** Shown as a small button at the edge of the page. */
  small: boolean
  onSmall: (small: boolean) => void
  onClose: () => void
  /** Messages that came while it was small. */
  onUnread: (count: number) => void
  /** The session is over: visible, but not usable. */
  inert: boolean
}

/** Support chat, floating above the page: whether it is open, the form to start, the conversation. */
export function ChatWindow({ small, onSmall, onClose, onUnread, inert }: ChatWindowProps) {
  const { person, viewOnly, settings } = useUser()
  const [path] = useLocation()
  const it = useChat(endpointOf(path))
  const { check, log } = it
  const [large, setLarge] = useState(() => readMark()?.large ?? false)
  const [asksToEnd, setAsksToEnd] = useState(false)
  const [resumed] = useState(() => readMark() !== undefined)
  const title = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const before = useRef<Element>(null)
  const { element, place, head, onKeyDown } = useWindowPlace(readMark()?.place, !small, () => onSmall(true))
  const [typed, setTyped] = useState<{ text: string }>()
  useDraft(messageDraft, person.id, typed, setTyped, { off: viewOnly })
  const { typed: hasTyped, stop } = useTyping(it.say)

  useEffect(() => writeMark({ small, large, place }), [small, large, place])
  // Opened by hand, the window has the focus; after a reload the page keeps it.
  const keepsFocus = useRef(resumed)
  useEffect(() => {
    if (small) return
    if (!keepsFocus.current) {
      before.current = document.activeElement
      title.current?.focus()
    }
    keepsFocus.current = false
  }, [small])
  const shrink = () => {
    onSmall(true)
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
  }

  const last = log?.messages.at(-1)?.index ?? -1
  const [seen, setSeen] = useState<number>()
  if (log && seen !== last && (!small || seen === undefined)) setSeen(last)
  const news = log?.messages.filter(({ from, index }) => from.type === 'Agent' && index > (seen ?? last)) ?? []
  const unread = news.length
  useEffect(() => {
    onUnread(unread)
    if (unread > 0) announce(`${unread} unread in Chat Support.`, 'polite', 'chat')
  }, [unread, onUnread])

  const close = () => {
    writeMark(undefined)
    onUnread(0)
    onClose()
  }
  const isOpen = log !== undefined && !log.chatEnded && log.state !== 'LEFT'
  const phone = check.data?.phone ?? String(settings['phone'] || brand.supportPhone)
  const call = (
    <a href={phoneHref(phone)} className={css.phone}>
      {phone}
    </a>
  )
  const is = check.data?.ChatEnabled
  const isClosed = is === 'Closed' || is === 'ClosedHoliday'
  const agent = log && !log.chatEnded ? log.agent : null
  const sub = subOf()

  function subOf(): string {
    if (log?.chatEnded) return `Ended at ${dayAndTime(log.messages.at(-1)!.utcTime, person.timeZone).time}`
    if (log?.state === 'LEFT') return 'Message sent'
    if (log?.state === 'WAITING') return 'Waiting for an agent'
    if (agent !== null && log) return 'Chat Support'
    if (is === undefined) return check.error ? 'Unavailable' : 'Connecting'
    if (isClosed) return 'Closed now'
    if (is === 'Open') return 'Open'
    return check.data!.waitEstimateSec === null ? 'Busy' : `Busy · ${waitWords(check.data!.waitEstimateSec)}`
  }

  function contentOf(): ReactNode {
    if (log)
      return (
        <>
          <Bubbles
            messages={log.messages}
            mine="Client"
            zone={person.timeZone}
            pending={it.pending}
            onRetry={it.retry}
            onDiscard={() => {
              setTyped({ text: it.pending?.text ?? '' })
              it.discard()
              field.current?.focus()
            }}
            typing={log.typing && agent !== null ? agent : undefined}
          />
          <div className={css.status} role="status">
            {it.lost && (
              <Note tone="amber">
                <b>The connection was lost.</b> Trying again. Nothing you typed is lost.
              </Note>
            )}
            {it.masked && (
              <Note tone="blue">
                <b>A number was masked.</b> Social Security and card numbers are not sent in a chat.
              </Note>
            )}
            {log.state === 'WAITING' && (
              <Note tone="neutral">
                {check.data && !check.data.agentsThere ? (
                  <>
                    No agents available for chat at this time. Please contact the provider at {call} for assistance.
                    Your question stays in the queue.
                  </>
                ) : (
                  <>
                    <b>You are in the queue.</b> An agent will join this chat
                    {check.data?.waitEstimateSec ? ` (${waitWords(check.data.waitEstimateSec)})` : ''}.
                  </>
                )}
              </Note>
            )}
            {log.state === 'LEFT' && (
              <Note tone="green">
                <b>Your message was received.</b> We will reply
                {log.replyBy === null ? '' : ` by ${exactWords(log.replyBy, person.timeZone)}`}.
              </Note>
            )}
          </div>
          {log.chatEnded ? (
            <ChatEnded key={it.keys?.chatId} chatId={it.keys?.chatId ?? ''} onStartNew={it.startNew} />
          ) : (
            <Composer
              field={field}
              value={typed?.text ?? ''}
              busy={it.pending !== undefined}
              onChange={(text) => {
                setTyped(text === '' ? undefined : { text })
                if (text !== '') hasTyped()
              }}
              onSend={() => {
                const text = typed?.text ?? ''
                setTyped(undefined)
                stop()
                void it.send(text)
              }}
            />
          )}
        </>
      )
    if (check.error && (!check.data || it.keys))
      return (
        <div className={css.center}>
          <Note tone="red" role="alert">
            Chat service is unavailable at this time. We apologize for the inconvenience. Please contact the provider at{' '}
            {call} for assistance.
          </Note>
          <Button busy={check.isFetching} busyLabel="Trying again" onClick={() => void check.refetch()}>
            Try again
          </Button>
        </div>
      )
    if (!check.data || it.keys)
      return (
        <div className={css.center} aria-busy="true">
          <p className="muted">Connecting to Chat Support</p>
          <Skeleton width="80%" height={36} />
          <Skeleton width="80%" height={90} />
        </div>
      )
    const { agentsThere, replyBy, hours, dateLabel, email } = check.data
    return (
      <div className={css.body}>
        {isClosed && (
          <Center title="Chat is currently closed.">
            <p>
              {is === 'Closed'
                ? 'Please check back during normal business hours.'
                : 'Please check back after the holidays.'}
            </p>
            <p className={css.hours}>
              <b>{hours}</b>
            </p>
            <p>Urgent? Call {call}.</p>
            {replyBy !== null && (
              <p className={css.hours}>
                Leave a message below and we will reply by <b>{exactWords(replyBy, person.timeZone)}</b>.
              </p>
            )}
          </Center>
        )}
        {is === 'Busy' && !agentsThere && (
          <Note tone="blue" className={css.note}>
            No agents available for chat at this time. Please contact the provider at {call} for assistance. You can
            also start a chat: an agent joins it as soon as one is available.
          </Note>
        )}
        <StartForm dateLabel={dateLabel} email={email} leaves={isClosed} onStart={it.start} />
      </div>
    )
  }

  return (
    <>
      {small && (
        <button type="button" className={css.small} data-ink inert={inert} onClick={() => onSmall(false)}>
          {agent === null ? <Icon of={iconChat} size={18} /> : <Avatar name={agent} />}
          <span>
            <b>{agent ?? 'Chat Support'}</b>
            <small>{news.at(-1)?.text ?? sub}</small>
          </span>
          {unread > 0 && (
            <em>
              {unread}
              <span className="sr-only">unread</span>
            </em>
          )}
          <span className="sr-only">Show the chat</span>
          <Icon of={iconChevronUp} size={16} />
        </button>
      )}
      <section
        ref={element}
        role="dialog"
        aria-label="Chat Support"
        hidden={small}
        inert={inert}
        className={cx(css.window, large && css.maximized)}
        style={large ? undefined : place}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          shrink()
        }}
      >
        <div className={css.head} data-ink {...(large ? {} : head)}>
          {agent === null ? <Icon of={iconChat} size={18} /> : <Avatar name={agent} />}
          <div className={css.title}>
            <h2 ref={title} tabIndex={-1}>
              {agent ?? 'Chat Support'}
            </h2>
            <small>{sub}</small>
          </div>
          {!large && (
            <IconButton
              className={css.wide}
              icon={iconGrip}
              label="Move the chat with arrow keys"
              onKeyDown={onKeyDown}
            />
          )}
          <IconButton icon={iconMinus} label="Minimize" onClick={shrink} />
          <IconButton
            className={css.wide}
            icon={large ? iconSmaller : iconLarger}
            label={large ? 'Restore size' : 'Maximize'}
            onClick={() => setLarge(!large)}
          />
          <IconButton icon={iconClose} label="Close chat" onClick={() => (isOpen ? setAsksToEnd(true) : close())} />
        </div>
        {contentOf()}
      </section>
      {asksToEnd && (
        <EndQuestion
          words="The agent will see that you left. What was written is kept, with the claim if you gave its number."
          onKeep={() => setAsksToEnd(false)}
          onEnd={async () => {
            await it.end()
            close()
          }}
        />
      )}
    </>
  )
}

const Center = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.center}>
    <h3>{title}</h3>
    {children}
  </div>
)
