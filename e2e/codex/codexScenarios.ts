import {
  approval,
  continued,
  failing,
  held,
  inheriting,
  nested,
  parallel,
  tree,
} from '../../test/mocks/responses/responsesScenarios'

/** Everything that is played in one folder; each by name, for two runs may play alike. */
export const SCENES = {
  ...{ approval, failing, nested, tree },
  parallel: parallel('a'),
  parallelBeside: parallel('b'),
  interrupted: held('int'),
  killed: held('kill'),
  continued: continued('one'),
  inheriting: inheriting('x'),
  forked: inheriting('y'),
}

export const CODEX_ROUTES = Object.values(SCENES).flatMap(({ routes }) => routes)
