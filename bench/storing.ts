// What the conversations' database of one product costs us and its writer: `storing make <folder>`, then `storing <folder> <part>`.
import { report } from './measure/report'
import { makeStore } from './measure/storeCorpus'

const [, , folder = '', part = ''] = process.argv
if (part === 'make') report({ ...makeStore(folder) })
