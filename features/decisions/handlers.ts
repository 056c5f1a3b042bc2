import { implement } from '#platform/calls/handler.ts'
import { approve } from './approve/handler.ts'
import { decision } from './contract.ts'
import { formOptionsHandlers } from './form-options/handler.ts'
import { move } from './move/handler.ts'
import { callback } from './notify-pharmacy/handler.ts'
import { reject, rejectThisFill } from './reject/handler.ts'
import { undo } from './undo/handler.ts'

export const handlers = implement(decision)({
  approve,
  reject,
  rejectThisFill,
  move,
  undo,
  callback,
  ...formOptionsHandlers,
})
