import { useEffect, useRef, useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { saveBeforeLeaving } from '#platform/browser/unsaved-work.ts'
import type { WorkCarrier } from '#platform/browser/use-user.ts'
import { session } from './contract.ts'
import { SelectCarrier, type CarrierOption } from './select-carrier.tsx'

type ChooseCarrierProps = {
  options: readonly CarrierOption[]
  /** The carrier worked in last, preselected. */
  previous?: string | undefined
  /** The session has the carrier now. */
  onChosen: (carrier: WorkCarrier) => void | Promise<void>
  onLogout: () => void
  /** Absent while the choice is pending: then it cannot be skipped. */
  onCancel?: (() => void) | undefined
}

/** Select Carrier, and the call that sets the carrier of the session. */
export function ChooseCarrier({ options, previous, onChosen, onLogout, onCancel }: ChooseCarrierProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const choose = async (code: string) => {
    setBusy(true)
    setError(undefined)
    try {
      // Unfinished input stays with the carrier it was typed in.
      await saveBeforeLeaving()
      const { masterCarrier } = await ask(session.chooseCarrier, { masterCarrierCode: code })
      await onChosen(masterCarrier)
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      setError(
        reason.code === 'NOT_FOUND' ? 'You no longer work for this carrier. Choose another one.' : reason.message,
      )
      setBusy(false)
    }
  }
  // With one carrier there is nothing to choose: the others were removed.
  const only = options.length === 1 && !onCancel ? options[0]!.code : undefined
  const chosen = useRef(false)
  useEffect(() => {
    if (only === undefined || chosen.current) return
    chosen.current = true
    void choose(only)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [only])
  return (
    <SelectCarrier
      options={options}
      previous={previous}
      busy={busy}
      error={error}
      onLogout={onLogout}
      onCancel={onCancel}
      onSubmit={(code) => void choose(code)}
    />
  )
}
