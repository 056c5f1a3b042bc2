import { toast } from '#platform/ui/overlay/toasts.ts'

/** Nothing is sent about a request that is not on the screen yet; the key is not swallowed without a word either. */
export const stillLoading = (): void =>
  void toast({ tone: 'info', words: 'Still loading. Press Ctrl Enter again once you see the request.' })
