import { implement } from '#platform/calls/handler.ts'
import { monitoring } from './contract.ts'

export const handlers = implement(monitoring)({
  fault: async ({ input, requestId, portal }) => {
    portal.monitoring.tell('warn', 'page fault', {
      'fault.kind': input.kind,
      'fault.code': input.code,
      'request.id': requestId,
      ...(input.supportId && { 'fault.support_id': input.supportId }),
    })
    return { success: true, supportId: requestId }
  },
})
