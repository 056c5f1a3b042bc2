import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '#platform/browser/call.ts'
import type { WorkCarrier } from '#platform/browser/use-user.ts'
import { changeCarrier } from './change-carrier.ts'
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
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const choose = async (code: string) => {
    setBusy(true)
    setError(undefined)
    try {
      await onChosen(await changeCarrier(cache, code))
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
