import { useState } from 'react'
import { ask } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconExport, iconUndo } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { Stepper } from '#platform/ui/form/stepper.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { makeFile } from '#platform/ui/list/make-file.ts'
import { Table } from '#platform/ui/list/table.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { MOST_MOVED, team, type Member } from './contract.ts'
import { awayWords, leaveWords, stayWords } from './in-words.ts'
import css from './team.module.css'
import { TimeLeft } from './time-left.tsx'
import { stillLoading } from '#features/decisions/still-loading.ts'
import { patientWord } from '#features/settings/patient-word.ts'

type Preview = AnswerOf<typeof team.preview>
type Item = Preview['items'][number]
type Moved = { moveId: string; from: string; items: readonly Item[]; answer: AnswerOf<typeof team.move> }
const requests = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

type MoveRequestsProps = { members: readonly Member[]; onClose: () => void }

/** Moves up to 30 requests of one person to others of the team: previewed, with a result for each, undone in one act. */
export function MoveRequests({ members, onClose }: MoveRequestsProps) {
  const { person } = useUser()
  const now = useNow()
  const [from, setFrom] = useState(() => members.toSorted((a, b) => b.load.pending - a.load.pending)[0]!.userId)
  const [count, setCount] = useState(MOST_MOVED)
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(members.filter(({ outOfOffice }) => outOfOffice).map(({ userId }) => userId)),
  )
  const [moved, setMoved] = useState<Moved>()
  const others = members.filter(({ userId }) => userId !== from)
  const to = others.map(({ userId }) => userId).filter((id) => !left.has(id))
  const preview = useRead(
    team.preview,
    { fromUserId: from, count, toUserIds: to },
    { off: to.length === 0 || moved !== undefined, keepPrevious: true },
  )
  const move = useAct(team.move)
  const giver = members.find(({ userId }) => userId === from)
  const leaves = giver && awayWords(giver, person.timeZone, now)
  const nameOf = (id: string) => members.find(({ userId }) => userId === id)?.name ?? ''
  const items = to.length === 0 ? [] : (preview.data?.items ?? [])
  const going = items.filter(({ toUserId }) => toUserId !== null)
  const send = () => {
    // What goes where is not on the screen yet: nothing moves unseen, and the key is not lost without a word.
    if (preview.isFetching) return stillLoading('preview')
    if (going.length === 0 || move.isPending) return
    move.mutate(
      {
        fromUserId: from,
        moves: going.map(({ authorizationId, version, toUserId }) => ({
          authorizationId,
          version,
          toUserId: toUserId!,
        })),
      },
      { onSuccess: (answer) => setMoved({ moveId: answer.moveId, from: nameOf(from), items, answer }) },
    )
  }
  if (moved) return <Result of={moved} nameOf={nameOf} onClose={onClose} />
  return (
    <Dialog
      title="Move requests"
      size="large"
      sheet="full"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton
            tone="primary"
            busy={move.isPending}
            busyLabel="Moving"
            aria-disabled={going.length === 0 || undefined}
          >
            Move {requests(going.length)}
          </SendButton>
        </>
      }
    >
      <div className={css.form}>
        {move.error && <FailedNote failure={move.error} what="Nothing was moved." />}
        {preview.error && <FailedNote failure={preview.error} what="The preview could not be made." />}
        <div className={css.fields}>
          <SelectField
            label="From"
            value={from}
            options={members.map(({ userId, name, load }) => ({
              value: userId,
              label: `${name} (${load.pending} pending)`,
            }))}
            onChange={setFrom}
          />
          <Stepper label="How many, least time left first" value={count} min={1} max={MOST_MOVED} onChange={setCount} />
        </div>
        {giver?.leave && leaves && (
          <Note tone="amber">
            <b>
              {giver.name}: {leaves.toLowerCase()}.
            </b>{' '}
            {requests(giver.leave.dueBefore)} due before the return. {leaveWords(giver.leave, person.timeZone).delegate}
            .
          </Note>
        )}
        <fieldset className={css.takers}>
          <legend>To</legend>
          {others.map((other) => {
            const { userId, name } = other
            const after = preview.data?.people.find((one) => one.userId === userId)
            const away = awayWords(other, person.timeZone, now)
            return (
              <CheckBox
                key={userId}
                label={userId === person.id ? `${name} (you)` : name}
                detail={[after && `${after.before} pending, ${after.after} after`, away].filter(Boolean).join(' · ')}
                checked={!left.has(userId)}
                onChange={(on) => setLeft(new Set(on ? [...left].filter((id) => id !== userId) : [...left, userId]))}
              />
            )
          })}
        </fieldset>
        <p className="muted">
          By program, time off, state license, approval limit and even load; one patient’s requests go to one person.
          Requests that are open on somebody’s screen or snoozed stay.
        </p>
        <Items caption="Preview" last="Goes to" of={items} busy={preview.isFetching}>
          {(item) => (item.toUserId ? nameOf(item.toUserId) : `Stays: ${stayWords(item.stays!, item.jurisState)}`)}
        </Items>
      </div>
    </Dialog>
  )
}

type ItemsProps = {
  caption: string
  last: string
  of: readonly Item[]
  busy?: boolean
  children: (item: Item) => string
}

function Items({ caption, last, of, busy = false, children }: ItemsProps) {
  const { settings } = useUser()
  if (of.length === 0) return <p>{busy ? 'Looking at the requests.' : 'There is nothing to move.'}</p>
  return (
    <Table caption={caption} cards="labels" busy={busy}>
      <TableHead>
        <HeadCell>{patientWord(settings['dateLabel'])}, drug</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Time left</HeadCell>
        <HeadCell>{last}</HeadCell>
      </TableHead>
      <TableBody>
        {of.map((item) => (
          <Row key={item.authorizationId}>
            <Cell head second={item.drug}>
              {item.claimant}
            </Cell>
            <Cell label="State">{item.jurisState}</Cell>
            <Cell label="Time left">
              <TimeLeft dueAt={item.statutoryDueAt} receivedAt={item.receivedAt} />
            </Cell>
            <Cell label={last}>{children(item)}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

function Result({ of, nameOf, onClose }: { of: Moved; nameOf: (id: string) => string; onClose: () => void }) {
  const { person } = useUser()
  const undo = useAct(team.undo)
  const { moved, results } = of.answer
  const stayed = of.items.length - moved
  const resultOf = (item: Item): string => {
    const found = results.find(({ authorizationId }) => authorizationId === item.authorizationId)
    const stays = found ? found.stays : item.stays
    return stays ? `Stays: ${stayWords(stays, item.jurisState)}` : `With ${nameOf(found!.toUserId)}`
  }
  const download = () =>
    makeFile(
      (signal) =>
        ask(
          team.exportMove,
          {
            moveId: of.moveId,
            timeZone: person.timeZone,
            stayed: of.items.flatMap((item) => {
              const found = results.find(({ authorizationId }) => authorizationId === item.authorizationId)
              const stays = found ? found.stays : item.stays
              return stays ? [{ authorizationId: item.authorizationId, stays }] : []
            }),
          },
          { signal },
        ),
      requests(of.items.length),
      new AbortController().signal,
    )
  const takeBack = () =>
    undo.mutate(
      { moveId: of.moveId },
      {
        onSuccess: ({ undone, results: back }) => {
          const kept = back.length - undone
          toast({
            words: `${requests(undone)} went back to ${of.from}.`,
            ...(kept > 0 && { detail: `${kept} stayed: opened or changed meanwhile.` }),
          })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={`${requests(moved)} moved${stayed > 0 ? `, ${stayed} stayed` : ''}`}
      size="large"
      sheet="full"
      onClose={onClose}
      footerStart={
        moved > 0 && (
          <>
            <Button icon={iconUndo} busy={undo.isPending} busyLabel="Undoing" onClick={takeBack}>
              Undo all {moved}
            </Button>
            <Button tone="quiet" icon={iconExport} onClick={() => void download()}>
              Download CSV
            </Button>
          </>
        )
      }
      footer={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={css.form}>
        {undo.error && <FailedNote failure={undo.error} what="Nothing went back." />}
        <p>Each person was notified once, with how many.</p>
        <Items caption="Result for each request" last="Result" of={of.items}>
          {resultOf}
        </Items>
      </div>
    </Dialog>
  )
}
