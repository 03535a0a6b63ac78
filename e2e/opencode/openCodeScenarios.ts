import {
  background,
  continued,
  failing,
  held,
  nested,
  parallel,
  permission,
  question,
} from '../../test/mocks/openai/chatScenarios'

/** Everything that is played in one folder; each by name, for two runs may play alike. */
export const SCENES = {
  ...{ background, failing, nested, permission, question },
  parallelOverServer: parallel('a'),
  parallelInTerminal: parallel('b'),
  aborted: held('abort'),
  killed: held('kill'),
  cutWithServer: held('server'),
  continuedOverServer: continued('one'),
  continuedInTerminal: continued('two'),
  forkedOverServer: continued('three'),
  forkedInTerminal: continued('four'),
  revived: continued('five'),
}

export const OPENCODE_ROUTES = Object.values(SCENES).flatMap(({ routes }) => routes)
