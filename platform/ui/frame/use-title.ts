import { useEffect } from 'react'
import { brand } from '../../brand.ts'

/**
 * The window's title while the component is mounted: "Authorization 12345 – RxDocket". Never what is said of a person.
 * With `failed`, "Error: " comes first, so that a failed submit is heard (WCAG 2.4.2).
 */
export function useTitle(title: string, failed = false) {
  useEffect(() => {
    document.title = `${failed ? 'Error: ' : ''}${title} – ${brand.name}`
  }, [title, failed])
}
