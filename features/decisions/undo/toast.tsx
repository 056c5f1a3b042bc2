import type { Notice } from '../notice.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'

/** Tells that a decision was made, and offers for ten seconds to take it back (also on Z). The result closes it. */
export const undoToast = ({ words, detail, name }: Notice, onUndo: () => void): number =>
  toast({ words, detail, onUndo, undoes: name })
