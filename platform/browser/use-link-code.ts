import { useEffect, useRef, useState } from 'react'
import { askAgain } from './retry.ts'
import { asFailed, type CallFailed } from './call.ts'
import { focusNextTitle } from './page-focus.ts'

/**
 * A page that is opened by a link with a code behind the #, without an account (`/letter#…`, `/survey#…`). The code
 * leaves the address at once, so that nobody reads it over a shoulder or finds it in the history, and stays with the
 * tab: a reload does not lose it. A link to the same page followed in this tab loads the page again. `byPress`: what the
 * code opens is recorded, so it opens when a person presses a button, and not because a mail scanner followed the link.
 */
export function useLinkCode<T>(read: (code: string) => Promise<T>, { byPress = false } = {}) {
  const [given] = useState(takeCode)
  const [code, setCode] = useState(given.code)
  const opens = given.code !== '' && (!byPress || given.opened)
  const [opened, setOpened] = useState<T>()
  const [failure, setFailure] = useState<CallFailed>()
  const [busy, setBusy] = useState(opens)
  const first = useRef(opens)

  const open = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const found = await askAgain(() => read(code))
      history.replaceState({ code, opened: true }, '', location.pathname)
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
  return { code, linked: given.code !== '', setCode, opened, failure, busy, open: () => void open() }
}

function takeCode(): { code: string; opened: boolean } {
  const given = decoded(location.hash.slice(1))
  const kept = history.state as { code?: unknown; opened?: unknown } | null
  if (given) {
    history.replaceState({ code: given }, '', location.pathname)
    return { code: given, opened: false }
  }
  return { code: typeof kept?.code === 'string' ? kept.code : '', opened: kept?.opened === true }
}

/** A code cut off in the middle of an escape is ignored; it is not a fault of the page. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
