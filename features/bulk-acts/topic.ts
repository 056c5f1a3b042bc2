/** The outbox topic of one request of a bulk act. */
export const bulkTopic = 'bulk.item'
