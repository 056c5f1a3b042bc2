import { announce } from '../display/announce.ts'

/** Puts a text on the clipboard and says so; false where the browser does not allow it. */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(done)
    return true
  } catch {
    announce('Copying is not allowed here. Select the text and copy it.', 'assertive')
    return false
  }
}
