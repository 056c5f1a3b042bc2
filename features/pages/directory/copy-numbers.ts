import type { KeyMap } from '#platform/ui/keys/use-keys.ts'
import { copyText } from '#platform/ui/button/copy-text.ts'

/** C copies the phone number of a row, F its fax number. */
export const copyNumbers = (one: { phone: string | null; fax: string | null } | undefined): KeyMap => ({
  ...(one?.phone && { c: () => void copyText(one.phone!, 'Phone number copied.') }),
  ...(one?.fax && { f: () => void copyText(one.fax!, 'Fax number copied.') }),
})
