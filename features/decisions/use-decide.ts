import { handedOverStatuses } from '#features/authorizations/statuses.ts'
import { isUndoable } from './undoable.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { asFailed } from '#platform/browser/call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { closeToast, toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { afterDeciding, notDone, queueState, requestPath, type Queue } from '#features/authorizations/queue.ts'
import type { Decided } from './call-shapes.ts'
import { approving } from './approve/contract.ts'
import { moving } from './move/contract.ts'
import { rejecting } from './reject/contract.ts'
import { undoing } from './undo/contract.ts'
import type { Move, Sent } from './form/parts.tsx'
import { changeSent, dropSent, failureOf, readSent } from './in-flight.ts'
import type { DecisionDraft } from './use-decision-draft.ts'
import { undoToast } from './undo/toast.tsx'
import { notSentWords, type Notice } from './notice.ts'

/** A decision to send: what any of the forms sends. */
type DecisionSent =
  | Sent<'approve', InputOf<typeof approving.approve>>
  | Sent<'reject', InputOf<typeof rejecting.reject>>
  | Sent<'rejectThisFill', InputOf<typeof rejecting.rejectThisFill>>

/** What was pressed and is not answered yet: only its own button says so. */
export type Busy = 'approve' | 'reject' | 'undo' | 'move'

const isDecided = (answer: Decided): boolean => isUndoable(answer.authorizationStatusId)
const onRequests = (): boolean => location.pathname.startsWith('/authorizations/request/')

/**
 * Sends decisions. One that can be undone is shown as made at once and the next request opens; when the
 * server refuses it, the request comes back with its form as it was. All else waits for the answer.
 */
export function useDecide({ id, of, queue }: { id: string; of: DecisionDraft; queue: Queue }) {
  const { key, sending: typed } = of
  const [, navigate] = useLocation()
  const [waiting, setWaiting] = useState<{ id: string; what: Busy }>()
  const acts = {
    approve: useAct(approving.approve),
    reject: useAct(rejecting.reject),
    rejectThisFill: useAct(rejecting.rejectThisFill),
  }
  const undo = useAct(undoing.undo)
  const move = useAct(moving.move)

  const open = (to: string, list: Queue, form?: 'approve' | 'reject') =>
    navigate(requestPath(to, form), {
      replace: onRequests(),
      state: queueState(list.ids, list.back, list.done, list.snoozed),
    })

  const takeBack = async (notice: Notice) => {
    setWaiting({ id, what: 'undo' })
    const offered = readSent(key).toast
    try {
      const { version } = await undo.mutateAsync({ id })
      if (offered !== undefined) closeToast(offered)
      changeSent(key, { settled: false, failure: undefined, toast: undefined, backVersion: version })
      typed.back()
      open(id, notDone(queue, id))
      // On the same request no heading takes the focus by itself.
      document.querySelector<HTMLElement>('main h1')?.focus()
      toast({ words: 'Decision undone.', detail: `The request is pending again. ${notice.detail}`, tone: 'info' })
    } catch (reason) {
      toast({ words: 'NOT undone.', detail: asFailed(reason).message, tone: 'error' })
    } finally {
      setWaiting(undefined)
    }
  }

  /** Takes a request back from whom it was just handed to, with the form as it was. */
  const returnToPending = async ({ name, detail }: Notice, version: number) => {
    try {
      const { version: back } = await move.mutateAsync({ id, status: 'pending', version })
      changeSent(key, { settled: false, failure: undefined, toast: undefined, backVersion: back })
      typed.back()
      open(id, notDone(queue, id))
      toast({ words: `Returned to pending for ${name}`, detail, tone: 'info' })
    } catch (reason) {
      toast({ words: 'Not returned to pending.', detail: asFailed(reason).message, tone: 'error' })
    }
  }
  /** What Z does about a hand-over. */
  const undoOf = (notice: Notice, statusId: number, version: number) =>
    handedOverStatuses.includes(statusId) && {
      undoes: notice.name,
      onUndo: () => void returnToPending(notice, version),
    }

  const send = (sent: DecisionSent): Promise<Decided> => {
    if (sent.kind === 'approve') return acts.approve.mutateAsync(sent.input)
    if (sent.kind === 'reject') return acts.reject.mutateAsync(sent.input)
    return acts.rejectThisFill.mutateAsync(sent.input)
  }

  const decide = async (sent: DecisionSent) => {
    // A second press finds the first one on its way.
    const { settled, decidedVersion } = readSent(key)
    if (waiting?.id === id || (settled && decidedVersion === undefined)) return
    const form = sent.kind === 'approve' ? 'approve' : 'reject'
    const { queue: after, next } = afterDeciding(queue, id)
    typed.sent()
    const going = send(sent)
    changeSent(key, { failure: undefined, settled: true, decidedVersion: undefined, meant: sent.notice.words })
    const atOnce = sent.undoable && next !== undefined
    // Undo pressed before the answer is there waits for it.
    const offerUndo = () => undoToast(sent.notice, () => void going.then(() => takeBack(sent.notice)).catch(() => {}))
    let shown: number | undefined
    const show = () => {
      shown = offerUndo()
      changeSent(key, { toast: shown })
    }
    if (atOnce) {
      show()
      // The word comes first, painted by itself; the next request follows in the same breath.
      setTimeout(open, 0, next, after)
    } else setWaiting({ id, what: form })
    try {
      const answer = await going
      if (isDecided(answer)) {
        changeSent(key, { decidedVersion: answer.version })
        typed.taken({ forget: false })
        if (shown === undefined) show()
        for (const words of answer.warnings) toast({ words, detail: sent.notice.detail, tone: 'info' })
      } else {
        // It waits for a second person or a pharmacist: nothing was sent out.
        if (shown !== undefined) closeToast(shown)
        const words = sent.kind === 'approve' ? notSentWords(sent.notice, answer.warnings[0]) : sent.notice.words
        const undone = undoOf(sent.notice, answer.authorizationStatusId, answer.version)
        toast({ words, detail: sent.notice.detail, tone: 'info', ...undone })
        dropSent(key)
        // What was typed comes back when it is taken back.
        typed.taken({ forget: undone === false })
      }
      if (!atOnce && next !== undefined) open(next, after)
    } catch (reason) {
      const failed = asFailed(reason)
      if (shown !== undefined) closeToast(shown)
      changeSent(key, { failure: failureOf(form, failed), settled: false })
      typed.back()
      if (!atOnce) return
      // Only from one request to another: a user who went elsewhere gets a notice and stays there.
      if (onRequests()) open(id, notDone(after, id), form)
      else
        toast({
          words: form === 'approve' ? 'NOT approved.' : 'NOT rejected.',
          detail: `${failed.message} ${sent.notice.detail}`,
          tone: 'error',
        })
      announce(`${form === 'approve' ? 'NOT approved.' : 'NOT rejected.'} ${failed.message}`, 'assertive')
    } finally {
      setWaiting((now) => (now?.id === id ? undefined : now))
    }
  }

  /** Answers the new version; undefined when it was refused. */
  const moveOn = async ({ status, notice, note, about }: Move, version: number) => {
    setWaiting({ id, what: 'move' })
    try {
      const moved = await move.mutateAsync({ id, status, version, ...(note && { note }), ...(about && { about }) })
      const { words, detail } = notice
      toast({ words, detail, ...undoOf(notice, moved.authorizationStatusId, moved.version) })
      const { queue: after, next } = afterDeciding(queue, id)
      if (status !== 'pending' && next !== undefined) open(next, after)
      return moved.version
    } catch (reason) {
      toast({ words: 'NOT sent.', detail: asFailed(reason).message, tone: 'error' })
      return undefined
    } finally {
      setWaiting(undefined)
    }
  }

  const busy = waiting?.id === id ? waiting.what : undefined
  return { decide, takeBack, move: moveOn, sending: busy !== undefined, busy }
}
