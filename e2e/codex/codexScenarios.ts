import {
  approval,
  background,
  continued,
  failing,
  held,
  inheriting,
  nested,
  parallel,
  question,
  tree,
} from '../../test/mocks/responses/responsesScenarios'

/** Everything that is played in one folder; each by name, for two runs may play alike. */
export const SCENES = {
  ...{ approval, background, failing, nested, question, tree },
  parallel: parallel('a'),
  parallelBeside: parallel('b'),
  interrupted: held('int'),
  killed: held('kill'),
  continued: continued('one'),
  inheriting: inheriting('x'),
  forked: inheriting('y'),
  forkedOverServer: inheriting('z'),
}

export const CODEX_ROUTES = Object.values(SCENES).flatMap(({ routes }) => routes)
