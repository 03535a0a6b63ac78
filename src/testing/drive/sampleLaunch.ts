import { Launch } from '../../shared/drive/launch'

type Some = Partial<Omit<Launch, 'id'>> & { readonly id?: string }

/** A session in the middle of its turn. */
export function sampleLaunch(some: Some = {}): Launch {
  return Launch.parse({
    id: 'a',
    provider: 'p',
    way: 'headless',
    run: null,
    title: 'Fix it',
    folder: '/home/dev/acme',
    command: 'toy --session 1',
    pid: 7,
    phase: 'working',
    since: '2026-11-18T10:00:00.000Z',
    started: '2026-11-18T09:59:00.000Z',
    exit: null,
    trouble: null,
    said: '',
    queued: [],
    model: null,
    mode: null,
    modes: [],
    origin: null,
    can: { send: null, interrupt: null, stop: null, pause: null, stopAgent: null },
    ...some,
  })
}
