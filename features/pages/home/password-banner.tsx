import { useState } from 'react'
import { Link } from 'wouter'
import { passwordWords } from '#features/account/rules.ts'
import { paths } from '#features/account/paths.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconClose, iconKey } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useUser } from '#platform/browser/use-user.ts'
import css from './home.module.css'

/** For direct accounts whose password expires within 15 days; it is changed at the provider. */
export function PasswordBanner() {
  const { passwordDaysLeft: days } = useUser()
  const [closed, setClosed] = useState(false)
  const words = passwordWords(days)
  if (words === undefined || closed) return null
  return (
    <Note
      tone="amber"
      icon={iconKey}
      className={css.password}
      act={
        <IconButton
          icon={iconClose}
          label="Close: password notice"
          plain
          size="small"
          onClick={() => setClosed(true)}
        />
      }
    >
      <b>{words}</b> <Link href={paths.profile}>Change it in your Profile</Link> before then so you are not locked out.
    </Note>
  )
}
