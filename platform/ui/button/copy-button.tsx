import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { iconCheck, iconCopy } from '../display/icons.ts'
import { copyText } from './copy-text.ts'

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
      onClick={async () => setCopied(await copyText(text, done))}
    />
  )
}
