import { useRead } from '#platform/browser/use-call.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { formOptions } from './form-options-contract.ts'

/** Both questions of a form; asked once for all its parts. */
export function useFormRules(detail: AuthDetail, action: 'APPROVE' | 'REJECT', off = false) {
  const { authorizationId, jurisState } = detail
  return {
    rules: useRead(formOptions.editRules, { authorizationId, action }, { off }),
    reasons: useRead(formOptions.reasons, { action, jurisState }, { off }),
  }
}
