// Preloaded into the server: when the parent process ends, even by kill -9, the server shuts down gracefully and
// releases the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
