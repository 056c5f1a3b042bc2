import { useEffect, useState } from 'react'
import { isSsoTab } from '#platform/browser/sso-marks.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { Logout } from './logout.tsx'
import { logoutPage, stillLoggedIn } from './outcomes.ts'
import { takeLoggedOut } from './take-logged-out.ts'
import { leaveSession, validate } from './validate.ts'

type LoggedOutProps = { onLegal: (panel: LegalPanel) => void }

/**
 * The page /logout. What it says was left by the page before it; opened by hand, it asks the server first whether the session
 * still lives, and offers to log out.
 */
export function LoggedOut({ onLegal }: LoggedOutProps) {
  const [{ note, asks }] = useState(takeLoggedOut)
  const [lives, setLives] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!asks) return
    let gone = false
    void validate().then(({ kind }) => !gone && setLives(kind === 'lives' || kind === 'refused'))
    return () => {
      gone = true
    }
  }, [asks])
  if (lives)
    return (
      <Logout
        config={stillLoggedIn}
        onLegal={onLegal}
        logIn={false}
        act={{
          words: 'Log Out',
          busy: leaving,
          onClick: () => {
            setLeaving(true)
            void leaveSession().then((to) => {
              setLeaving(false)
              if (to !== undefined) location.replace(to ?? '/logout')
            })
          },
        }}
      />
    )
  return <Logout config={logoutPage(note ?? { why: 'user' })} onLegal={onLegal} logIn={!note?.ssoUser && !isSsoTab()} />
}
