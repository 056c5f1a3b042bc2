import { useEffect, useRef, useState } from 'react'
import { askAgain } from './retry.ts'
import { asFailed, type CallFailed } from './call.ts'
import { focusNextTitle } from './page-focus.ts'

/**
 * A page that is opened by a link with a code behind the #, without an account (`/letter#…`, `/survey#…`). The code leaves
 * the address at once, so that nobody reads it over a shoulder or finds it in the history, and stays with the tab: a reload
 * does not lose it. A link of the same page followed in this tab opens anew.
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
      focusNextTitle() // whatever came of it stands in the place of what was there
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

/** What was cut off in the middle of an escape is no code, and no fault of the page either. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
