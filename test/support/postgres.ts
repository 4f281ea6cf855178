export { TestCluster } from '../../packages/server/src/store/postgres/test-cluster.ts';
