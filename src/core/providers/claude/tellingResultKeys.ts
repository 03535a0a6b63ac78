/** Keys of a `toolUseResult` that speak of agents, runs, tasks or skills: such a result is read whole. */
export const tellingResultKeys: readonly string[] = [
  'status',
  'agentId',
  'isAsync',
  'teammate_id',
  'resumedAgentId',
  'revivedAgentId',
  'success',
  'runId',
  'task_id',
  'taskId',
  'commandName',
]
