import { useEffect, useState } from 'react'
import { announce } from '../display/announce.ts'
import { IconButton } from './icon-button.tsx'
import { iconCheck, iconCopy } from '../display/icons.ts'

type CopyButtonProps = {
  text: string
  /** Its name: "Copy claim number". */
  label: string
  /** Said when it is done: "Claim number copied." */
  done: string
}

/** Puts a text on the clipboard and shows a tick for two seconds. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, 2000, false)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      size="small"
      iconSize={14}
      icon={copied ? iconCheck : iconCopy}
      label={label}
      onClick={async () => {
        try {
          await navigator.clipboard.writeText(text)
          setCopied(true)
          announce(done)
        } catch {
          announce('Copying is not allowed here. Select the text and copy it.', 'assertive')
        }
      }}
    />
  )
}
