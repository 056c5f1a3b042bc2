import { iconChat, iconFile, iconInbox, iconMail, iconAt } from '#platform/ui/display/icons.ts'
import type { How } from './typed.ts'

/** The ways a request comes, as the form offers them. */
export const howWords: Readonly<Record<How, { label: string; detail: string; icon: string }>> = {
  FAX: { label: 'Fax', detail: 'Time on the fax', icon: iconFile },
  MAIL: { label: 'Mail', detail: 'When it was delivered', icon: iconMail },
  PHONE: { label: 'Phone', detail: 'When they called', icon: iconChat },
  EMAIL: { label: 'E-mail', detail: 'When it arrived', icon: iconAt },
  PORTAL: { label: 'Portal', detail: 'When it was sent', icon: iconInbox },
}
