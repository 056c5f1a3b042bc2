import type { MouseEventHandler } from 'react'
import { Link } from 'wouter'
import { ButtonFace, buttonClass, keyShortcut, type ButtonFaceProps, type ButtonLook } from './button-face.tsx'

type LinkButtonProps = ButtonLook &
  ButtonFaceProps & {
    href: string
    /** Leaves the portal's own pages: the server's sign-in, a file, mail or another site. */
    outside?: boolean
    className?: string
    onClick?: MouseEventHandler<HTMLAnchorElement>
    'aria-label'?: string
    'aria-describedby'?: string
  }

/** A link that looks like a button: it goes somewhere, where a button does something. */
export function LinkButton(props: LinkButtonProps) {
  const { tone, size, block, icon, iconEnd, keys, busy, busyLabel, children, className, outside, ...rest } = props
  const shared = {
    ...rest,
    className: buttonClass({ tone, size, block }, className),
    'aria-busy': busy || undefined,
    'aria-keyshortcuts': keyShortcut(keys),
    children: <ButtonFace {...{ icon, iconEnd, keys, busy, busyLabel }}>{children}</ButtonFace>,
  }
  return outside ? <a {...shared} /> : <Link {...shared} />
}
