import { useState } from 'react'
import { useLocation } from 'wouter'
import { asFailed } from '#platform/browser/call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { closeToast, toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { afterDeciding, notDone, queueState, requestPath, type Queue } from '#features/authorizations/queue.ts'
import { decision, type Decided } from './contract.ts'
import { changeSent, dropSent, failureOf, readSent } from './in-flight.ts'
import type { DecisionDraft } from './use-decision-draft.ts'
import { undoToast, type Told } from './undo-toast.tsx'

/** A decision on its way: the call, what is told when it is made, and whether it is sure to be one that can be taken back. */
export type Verdict = { told: Told; undoable: boolean } & (
  | { kind: 'approve'; input: InputOf<typeof decision.approve> }
  | { kind: 'reject'; input: InputOf<typeof decision.reject> }
  | { kind: 'rejectThisFill'; input: InputOf<typeof decision.rejectThisFill> }
)
/** A move to another desk: utilization review, clinical review, back to pending. */
export type Move = { status: string; told: Told; note?: string }

const isDecided = (answer: Decided): boolean => [30, 40, 41].includes(answer.authorizationStatusId)
const onRequests = (): boolean => location.pathname.startsWith('/authorizations/request/')

/**
 * Sends decisions. One that can be undone is shown as made at once and the next request opens; when the
 * server refuses it, the request comes back with its form as it was. All else waits for the answer.
 */
export function useDecide({ id, of, queue }: { id: string; of: DecisionDraft; queue: Queue }) {
  const { key, sending: typed } = of
  const [, navigate] = useLocation()
  const [waiting, setWaiting] = useState<string>()
  const acts = {
    approve: useAct(decision.approve),
    reject: useAct(decision.reject),
    rejectThisFill: useAct(decision.rejectThisFill),
  }
  const undo = useAct(decision.undo)
  const move = useAct(decision.move)

  const open = (to: string, list: Queue, form?: 'approve' | 'reject') =>
    navigate(requestPath(to, form), { replace: onRequests(), state: queueState(list.ids, list.back, list.done) })

  const takeBack = async (told: Told) => {
    setWaiting(id)
    const offered = readSent(key).toast
    try {
      const { version } = await undo.mutateAsync({ id })
      if (offered !== undefined) closeToast(offered)
      changeSent(key, { settled: false, failure: undefined, toast: undefined, backVersion: version })
      typed.back()
      open(id, notDone(queue, id))
      // On the same request no heading takes the focus by itself.
      document.querySelector<HTMLElement>('main h1')?.focus()
      toast({ words: 'Decision taken back.', detail: `The request waits again. ${told.detail}`, tone: 'info' })
    } catch (reason) {
      toast({ words: 'NOT taken back.', detail: asFailed(reason).message, tone: 'error' })
    } finally {
      setWaiting(undefined)
    }
  }

  const send = (verdict: Verdict): Promise<Decided> => {
    if (verdict.kind === 'approve') return acts.approve.mutateAsync(verdict.input)
    if (verdict.kind === 'reject') return acts.reject.mutateAsync(verdict.input)
    return acts.rejectThisFill.mutateAsync(verdict.input)
  }

  const decide = async (verdict: Verdict) => {
    // A second press finds the first one on its way.
    const { settled, decidedVersion } = readSent(key)
    if (waiting === id || (settled && decidedVersion === undefined)) return
    const form = verdict.kind === 'approve' ? 'approve' : 'reject'
    const { queue: after, next } = afterDeciding(queue, id)
    typed.sent()
    const going = send(verdict)
    changeSent(key, { failure: undefined, settled: true, decidedVersion: undefined, meant: verdict.told.words })
    const atOnce = verdict.undoable && next !== undefined
    // Undo pressed before the answer is there waits for it.
    const offerUndo = () => undoToast(verdict.told, () => void going.then(() => takeBack(verdict.told)).catch(() => {}))
    let shown: number | undefined
    const show = () => {
      shown = offerUndo()
      changeSent(key, { toast: shown })
    }
    if (atOnce) {
      show()
      // The word comes first, painted by itself; the next request follows in the same breath.
      setTimeout(open, 0, next, after)
    } else setWaiting(id)
    try {
      const answer = await going
      if (isDecided(answer)) {
        changeSent(key, { decidedVersion: answer.version })
        typed.taken({ forget: false })
        if (shown === undefined) show()
        for (const words of answer.warnings) toast({ words, detail: verdict.told.detail, tone: 'info' })
      } else {
        // It waits for a second person or a pharmacist: nothing left the house, so there is nothing to undo.
        if (shown !== undefined) closeToast(shown)
        toast({ words: answer.warnings[0] ?? verdict.told.words, detail: verdict.told.detail, tone: 'info' })
        dropSent(key)
        typed.taken({ forget: true })
      }
      if (!atOnce && next !== undefined) open(next, after)
    } catch (reason) {
      const failed = asFailed(reason)
      if (shown !== undefined) closeToast(shown)
      changeSent(key, { failure: failureOf(form, failed), settled: false })
      typed.back()
      if (!atOnce) return
      // Only from one request to another: whoever went elsewhere is told, not pulled back.
      if (onRequests()) open(id, notDone(after, id), form)
      else
        toast({
          words: form === 'approve' ? 'NOT approved.' : 'NOT rejected.',
          detail: `${failed.message} ${verdict.told.detail}`,
          tone: 'error',
        })
      announce(`${form === 'approve' ? 'NOT approved.' : 'NOT rejected.'} ${failed.message}`, 'assertive')
    } finally {
      setWaiting((now) => (now === id ? undefined : now))
    }
  }

  const moveOn = async ({ status, told, note }: Move, version: number) => {
    setWaiting(id)
    try {
      await move.mutateAsync({ id, status, version, ...(note && { note }) })
      toast({ words: told.words, detail: told.detail })
      const { queue: after, next } = afterDeciding(queue, id)
      if (status !== 'pending' && next !== undefined) open(next, after)
    } catch (reason) {
      toast({ words: 'NOT sent.', detail: asFailed(reason).message, tone: 'error' })
    } finally {
      setWaiting(undefined)
    }
  }

  return { decide, takeBack, move: moveOn, sending: waiting === id }
}
