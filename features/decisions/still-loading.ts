import { toast } from '#platform/ui/overlay/toasts.ts'

/** Nothing is sent about what is not on the screen yet; the key is not swallowed without a word either. */
export const stillLoading = (what: 'request' | 'preview' = 'request'): void =>
  void toast({ tone: 'info', words: `Still loading. Press Ctrl Enter again once you see the ${what}.` })
