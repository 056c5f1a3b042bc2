import { announce } from '#platform/ui/display/announce.ts'

/** Copies the address of the request, without the form and the list. */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.origin + location.pathname)
    announce('Link copied.')
  } catch {
    announce('Copying is not allowed here. Copy the address instead.', 'assertive')
  }
}
