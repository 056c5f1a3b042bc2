import { useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'

/** Shows a refused act: at its field where there is one, above the form otherwise. */
export function useActWords() {
  const [failed, setFailed] = useState<CallFailed>()
  const fields = ['startAt', 'endAt', 'delegates']
  const at = failed?.fields.find(({ path }) => fields.includes(path.split('.')[0]!))
  return {
    failure: failed && !at ? failed.message : undefined,
    fieldError: (field: string): string | undefined => (at?.path.split('.')[0] === field ? at.message : undefined),
    onError: (error: CallFailed) => setFailed(error),
    clear: () => setFailed(undefined),
  }
}
