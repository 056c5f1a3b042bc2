import { useState } from 'react'
import { IconButton } from '#platform/ui/icon-button.tsx'
import { iconClose, iconKey } from '#platform/ui/icons.ts'
import { Note } from '#platform/ui/note.tsx'
import { useUser } from '#platform/use-user.ts'
import css from './home.module.css'

/** For direct accounts whose password ends within 15 days (spec 1 §5); the provider asks for the new one. */
export function PasswordBanner() {
  const { passwordDaysLeft: days } = useUser()
  const [closed, setClosed] = useState(false)
  if (days === undefined || closed) return null
  const when = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
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
      <b>Your password expires {when}.</b> Change it before then so you are not locked out.
    </Note>
  )
}
