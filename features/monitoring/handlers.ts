import { implement } from '#platform/calls/handler.ts'
import { monitoring } from './contract.ts'

export const handlers = implement(monitoring)({
  actions: async ({ input, portal }) => {
    for (const { action, target, durationMs } of input.actions)
      portal.metrics.userAction(action, target, durationMs === undefined ? undefined : durationMs / 1000)
    return { success: true, accepted: input.actions.length }
  },
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
