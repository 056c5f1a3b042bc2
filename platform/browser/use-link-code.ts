import { useEffect, useRef, useState } from 'react'
import { askAgain } from './retry.ts'
import { asFailed, type CallFailed } from './call.ts'
import { focusNextTitle } from './page-focus.ts'

/**
 * A page that is opened by a link with a code behind the #, without an account (`/letter#…`, `/survey#…`). The code
 * leaves the address at once, so that nobody reads it over a shoulder or finds it in the history, and stays with the
 * tab: a reload does not lose it. A link to the same page followed in this tab loads the page again.
 */
export function useLinkCode<T>(read: (code: string) => Promise<T>) {
  const [code, setCode] = useState(takeCode)
  const [opened, setOpened] = useState<T>()
  const [failure, setFailure] = useState<CallFailed>()
  const [busy, setBusy] = useState(code !== '')
  const first = useRef(code !== '')

  const open = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const found = await askAgain(() => read(code))
      history.replaceState({ code }, '', location.pathname)
      setOpened(found)
    } catch (error) {
      setFailure(asFailed(error))
    } finally {
      focusNextTitle() // the result replaces what was shown
      setBusy(false)
    }
  }
  // The link of another letter, followed in this tab, changes only what stands behind the #.
  useEffect(() => {
    const follow = () => {
      if (location.hash.length > 1) location.reload()
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    if (!first.current) return
    first.current = false
    void open()
  })
  return { code, setCode, opened, failure, busy, open: () => void open() }
}

function takeCode(): string {
  const given = decoded(location.hash.slice(1))
  const kept = (history.state as { code?: unknown } | null)?.code
  if (given) history.replaceState({ code: given }, '', location.pathname)
  return given || (typeof kept === 'string' ? kept : '')
}

/** A code cut off in the middle of an escape is ignored; it is not a fault of the page. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
