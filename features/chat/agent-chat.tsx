import { useEffect, useRef, useState, type ReactNode } from 'react'
import { patientAddress } from '#features/claims/patient-address.ts'
import { asFailed, ask, newKey } from '#platform/browser/call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { iconArrowLeft, iconAssign } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { askChat, useTyping } from './ask-chat.ts'
import { Bubbles, type Pending } from './bubbles.tsx'
import { ChatDetails } from './chat-details.tsx'
import { Composer } from './composer.tsx'
import css from './console.module.css'
import { chat } from './contract.ts'
import { EndQuestion } from './end-question.tsx'
import { nextPosition } from './message-log.ts'
import { useLog } from './use-log.ts'

const REFRESH_MS = 4000

type AgentChatProps = {
  id: string
  quickReplies: readonly string[]
  busy: boolean
  failure: ReactNode
  act: (what: () => Promise<unknown>) => Promise<void>
  onTake: () => void
  onBack: () => void
  onSeen: (index: number) => void
}

/** A chat as its agent works in it; until somebody has taken it, it can be read. */
export function AgentChat(props: AgentChatProps) {
  const { id, quickReplies, busy, failure, act, onTake, onBack, onSeen } = props
  const { person, carrier } = useUser()
  const { log, lost, error, refresh } = useLog(
    id,
    async (from) => {
      const answer = await ask(chat.conversation, { id, nextPosition: from }, { background: true })
      return { ...answer, typing: answer.userTyping }
    },
    REFRESH_MS,
  )
  const [text, setText] = useState('')
  const [pending, setPending] = useState<Pending>()
  const [masked, setMasked] = useState(false)
  const [asksToEnd, setAsksToEnd] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed, stop } = useTyping(async (typing) => {
    if (isMine) await askChat(chat.typing, { id, typing })
  })
  const last = log?.messages.at(-1)?.index
  useEffect(() => {
    if (last !== undefined) onSeen(last)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when a message came
  }, [last])

  const isMine = log?.mine === true && !log.chatEnded
  const post = async (one: Pending) => {
    const { failed: _, ...message } = one
    setPending(message)
    try {
      const answer = await askChat(chat.reply, { id, message: one.text, messageKey: one.key })
      setMasked(answer.masked)
      await refresh()
      setPending(undefined)
    } catch (reason) {
      setPending({ ...message, failed: asFailed(reason).said })
      void refresh()
    }
  }
  const insert = (words: string) => {
    setText((before) => (before.trim() === '' ? words : `${before.trimEnd()} ${words}`))
    field.current?.focus()
  }
  const keys: KeyMap = { 'mod+e': () => (isMine ? setAsksToEnd(true) : false) }
  for (const [at, words] of quickReplies.slice(0, 9).entries())
    keys[`alt+${at + 1}`] = () => (isMine ? insert(words) : false)
  useKeys(keys)

  if (!log)
    return (
      <div className={css.chat}>
        {error ? (
          <ErrorState
            small
            title="The chat could not be loaded"
            safe="Nothing was changed."
            text={error.message}
            supportId={error.supportId}
            onRetry={() => void refresh()}
          />
        ) : (
          <Skeleton width="100%" height={320} />
        )}
      </div>
    )
  const arrived = pending && log.messages.some(({ index, from }) => index >= pending.from && from.type === 'Agent')
  return (
    <>
      <section className={css.chat} aria-label={`Chat with ${log.name}`}>
        <div className={css.top}>
          <IconButton className={css.back} icon={iconArrowLeft} label="Back to the list" onClick={onBack} />
          <Avatar name={log.name} size="large" />
          <div className={css.name}>
            <h2>{log.name}</h2>
            <small>
              {log.reason}
              {log.chatEnded ? ' · ended' : ''}
            </small>
          </div>
          {isMine && (
            <>
              <Menu
                label="Transfer"
                placement={{ align: 'end' }}
                items={[
                  ...log.transferTo.map((agent) => ({
                    label: agent.name,
                    icon: iconAssign,
                    onSelect: () => void act(() => askChat(chat.take, { id, mine: false, to: agent.userId })),
                  })),
                  {
                    label: 'Return to the queue',
                    icon: iconArrowLeft,
                    onSelect: () => void act(() => askChat(chat.take, { id, mine: false })),
                  },
                ]}
                trigger={(trigger) => (
                  <Button {...trigger} busy={busy}>
                    Transfer
                  </Button>
                )}
              />
              <Button tone="dangerOutline" onClick={() => setAsksToEnd(true)}>
                End chat
              </Button>
            </>
          )}
        </div>
        <Bubbles
          messages={log.messages}
          mine="Agent"
          zone={person.timeZone}
          pending={arrived ? undefined : pending}
          onRetry={() => pending && void post(pending)}
          onDiscard={() => {
            insert(pending?.text ?? '')
            setPending(undefined)
          }}
          typing={log.typing ? log.name : undefined}
        />
        <div className={css.status} role="status">
          {lost && (
            <Note tone="amber">
              <b>The connection was lost.</b> Trying again.
            </Note>
          )}
          {masked && (
            <Note tone="blue">
              <b>A number was masked.</b> Social Security and card numbers are not sent in a chat.
            </Note>
          )}
          {failure}
        </div>
        {isMine ? (
          <>
            <div className={css.replies}>
              {quickReplies.slice(0, 9).map((words, at) => (
                <Button key={words} size="small" keys={['Alt', String(at + 1)]} onClick={() => insert(words)}>
                  {words}
                </Button>
              ))}
            </div>
            <Composer
              large
              field={field}
              value={text}
              busy={pending !== undefined}
              onChange={(next) => {
                setText(next)
                if (next !== '') typed()
              }}
              onSend={() => {
                setText('')
                stop()
                void post({ key: newKey(), text, from: nextPosition(log.messages) })
              }}
            />
          </>
        ) : (
          <div className={css.take}>
            {log.chatEnded ? (
              <p>The conversation has ended.</p>
            ) : log.state === 'TALKING' ? (
              <p>{log.agent} has this chat.</p>
            ) : (
              <Button tone="primary" busy={busy} busyLabel="Taking" onClick={onTake}>
                Take this chat
              </Button>
            )}
          </div>
        )}
      </section>
      <ChatDetails
        of={log}
        claim={
          log.claimId !== null && log.subCarrier !== null
            ? patientAddress({ masterCarrier: carrier.code, subCarrier: log.subCarrier, claimId: log.claimId })
            : undefined
        }
        onNote={(note) => act(() => askChat(chat.note, { id, note }))}
      />
      {asksToEnd && (
        <EndQuestion
          words={`${log.name} will see that you ended it. What was written is kept, with the claim where one was given.`}
          onKeep={() => setAsksToEnd(false)}
          onEnd={async () => {
            await askChat(chat.finish, { id })
            setAsksToEnd(false)
            await act(() => Promise.resolve())
          }}
        />
      )}
    </>
  )
}
