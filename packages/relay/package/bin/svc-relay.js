#!/usr/bin/env node
require('../dist/svc-relay.cjs').main(process);
