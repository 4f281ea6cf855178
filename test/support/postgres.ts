export { TestCluster } from '../../packages/store/test/postgres/test-cluster.ts';
