import { approving } from './approve/contract.ts'
import { formOptions } from './form-options-contract.ts'
import { moving } from './move/contract.ts'
import { notifying } from './notify-pharmacy/contract.ts'
import { rejecting } from './reject/contract.ts'
import { undoing } from './undo/contract.ts'

/** Every call about a decision; each is described in the sub-folder that answers it. */
export const decision = {
  ...approving,
  ...rejecting,
  ...moving,
  ...undoing,
  ...notifying,
  ...formOptions,
}
